// Shown while one page gives way to another.
import { t } from "../../state/shell/locale.ts";
import css from "./redirecting.module.css";

export function Redirecting() {
  return <output className={css.redirecting}>{t("shell:redirecting")}</output>;
}
