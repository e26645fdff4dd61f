// Shown while a page loads.
import { t } from "../../state/shell/locale.ts";
import css from "../shell.module.css";

export function Waiting() {
  return (
    <div className={css.waiting}>
      <output>{t("shell:redirecting")}</output>
    </div>
  );
}
