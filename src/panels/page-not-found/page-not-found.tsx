// The screen for addresses that do not exist, or not for this viewer.
import { Link } from "wouter";
import { t } from "../../state/shell/locale.ts";
import css from "./page-not-found.module.css";

export function PageNotFound() {
  return (
    <div className={css.page}>
      <img src="/page-not-found.svg" alt="" width="320" height="180" />
      <h1>{t("shell:not_found.title")}</h1>
      <p>{t("shell:not_found.subtitle")}</p>
      <Link href="/" className={css.link}>
        {t("shell:not_found.home")}
      </Link>
    </div>
  );
}
