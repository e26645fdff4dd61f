// The page for an invalid or expired key: the reason, and what to do next.
import { Link } from "wouter";
import type { LoadFault } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault } from "../../state/shell/refusal-words.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";

export function OverPage({
  title,
  fault,
  next,
}: {
  title: string;
  fault: LoadFault;
  next: string;
}) {
  const isOver = fault.code === "RESOURCE_NOT_FOUND";
  return (
    <CardPage product={t("shell:product")} closeLabel={t("shell:close")} title={title}>
      <Notice tone={isOver ? "watch" : "danger"}>{formFault(fault, []).message}</Notice>
      {isOver ? <p>{next}</p> : null}
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}
