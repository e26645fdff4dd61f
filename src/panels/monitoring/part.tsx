// A part of the page: its title, and its content once it has loaded. A part without permission is not there.
import type { ReactNode } from "react";
import { faultWords } from "../../state/shell/fault.ts";
import type { Loaded } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { reloadMonitoring } from "../../state/settings/monitoring.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import css from "./monitoring.module.css";

export function Part<T>({
  title,
  data,
  tools,
  children,
}: {
  title: string;
  data: Loaded<T>;
  tools?: ReactNode;
  children: (value: T) => ReactNode;
}) {
  if (data.state === "idle") return null;
  return (
    <section className={css.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      {contentOf(data, title, children)}
    </section>
  );
}

function contentOf<T>(data: Loaded<T>, title: string, children: (value: T) => ReactNode) {
  if (data.state === "ready") return children(data.value);
  if (data.state !== "failed") return <Skeleton label={title} />;
  const { message, details } = faultWords(data.fault);
  return (
    <ErrorState
      title={message}
      details={details}
      actions={
        <Button onPress={() => void reloadMonitoring()}>{t("monitoring:reload.now")}</Button>
      }
    />
  );
}
