// The registration of an invited user, or a message that the invitation is no longer valid.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useParams } from "wouter";
import { t } from "../../state/shell/locale.ts";
import { followLinkBrand } from "../../state/account/link-brand.ts";
import { followLocale } from "../../state/account/own-locale.ts";
import { invitationOf } from "../../state/account/registration.ts";
import { CardWaiting } from "../../ui/card-page.tsx";
import { OverPage } from "./over-page.tsx";
import { RegisterForm } from "./register-form.tsx";

export function Register() {
  const { confirmKey = "" } = useParams<{ confirmKey: string }>();
  const invitation = useAtomValue(invitationOf(confirmKey));
  const user = invitation.state === "ready" ? invitation.value : null;
  const follow = useSetAtom(followLinkBrand);
  useEffect(() => {
    if (!user) return;
    followLocale(user.locale, null);
    void follow(user);
  }, [user, follow]);
  if (invitation.state === "failed") {
    return (
      <OverPage
        title={t("registration:over.title")}
        fault={invitation.fault}
        next={t("registration:over.next")}
      />
    );
  }
  if (invitation.state !== "ready") {
    return (
      <CardWaiting
        product={t("shell:product")}
        closeLabel={t("shell:close")}
        title={t("registration:title")}
        words={t("shell:loading")}
      />
    );
  }
  return <RegisterForm key={confirmKey} confirmKey={confirmKey} user={invitation.value} />;
}
