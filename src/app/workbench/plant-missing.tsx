// One page in place of the workbench: the plant does not exist, or the viewer may not see it.
import { Link } from "wouter";
import { t } from "../../state/shell/locale.ts";
import { Page } from "../../ui/page.tsx";
import css from "./workbench.module.css";

export function PlantMissing() {
  return (
    <div className={css.missing}>
      <Page
        layout="plain"
        title={t("plant:missing.title")}
        subtitle={t("plant:missing.text")}
        closeLabel={t("shell:close")}
      >
        <Link href="/plants">{t("plant:missing.back")}</Link>
      </Page>
    </div>
  );
}
