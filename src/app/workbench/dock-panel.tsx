// One docked panel: title bar and body, with its own loading and error state.
import { Suspense } from "react";
import { useSetAtom } from "jotai";
import { X } from "lucide-react";
import type { Panel } from "../../panels/panel.ts";
import { closePanel } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./dock-panel.module.css";

export function DockPanel({ panel }: { panel: Panel }) {
  const close = useSetAtom(closePanel);
  const { id, title, icon: Icon, component: Body } = panel;
  return (
    <section className={css.panel} aria-label={t(title)} data-panel={id}>
      <header className={css.title}>
        {Icon ? <Icon size={15} aria-hidden="true" /> : null}
        <h2>{t(title)}</h2>
        <IconButton
          size="sm"
          label={t("shell:close_panel", { title: t(title) })}
          onPress={() => close(id)}
        >
          <X size={15} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={css.body}>
        <ErrorBoundary key={id}>
          <Suspense fallback={<Skeleton label={t("shell:loading")} />}>
            <Body />
          </Suspense>
        </ErrorBoundary>
      </div>
    </section>
  );
}
