// Where the sign-in service of a customer sends the browser back to.
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { comeBack } from "../../state/account/sign-on.ts";
import { signInWords } from "../../state/account/sign-in.ts";
import { t } from "../../state/shell/locale.ts";
import { CardPage, CardWaiting } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";

export function SignedOn() {
  const [, navigate] = useLocation();
  const [fault, setFault] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // The answer of the service is valid once.
    if (isAsked.current) return;
    isAsked.current = true;
    const query = location.search.slice(1);
    // No history and no error report keeps it.
    history.replaceState(history.state, "", location.pathname);
    comeBack(query).then(
      (to) => navigate(to, { replace: true }),
      (cause: unknown) => setFault(signInWords(cause)),
    );
  }, [navigate]);
  const page = { product: t("shell:product"), closeLabel: t("shell:close") };
  if (fault === null) {
    return (
      <CardWaiting
        {...page}
        title={t("sign-in:service.returning")}
        words={t("sign-in:signing_in")}
      />
    );
  }
  return (
    <CardPage {...page} title={t("sign-in:service.refused")}>
      <Notice tone="danger">{fault}</Notice>
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}
