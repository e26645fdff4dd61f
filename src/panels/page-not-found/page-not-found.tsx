// The page for addresses that do not exist or are not permitted. Signed-out users see it without the
// header.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { isSignedInAtom } from "../../state/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { Page } from "../../ui/page.tsx";
import css from "./page-not-found.module.css";

export function PageNotFound() {
  const Frame = useAtomValue(isSignedInAtom) ? "div" : "main";
  return (
    <Frame className={css.page}>
      <img src="/page-not-found.svg" alt="" width="320" height="180" />
      <Page
        layout="plain"
        title={t("shell:not_found.title")}
        subtitle={t("shell:not_found.subtitle")}
        closeLabel={t("shell:close")}
      >
        <Link href="/" className={css.link}>
          {t("shell:not_found.home")}
        </Link>
      </Page>
    </Frame>
  );
}
