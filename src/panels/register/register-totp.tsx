// Sets up the authenticator app during registration: the secret, then its first code.
import { useState, type FormEvent } from "react";
import { useAtomValue } from "jotai";
import { Link, useLocation, useParams } from "wouter";
import { limits } from "../../domain/limits.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault } from "../../state/shell/refusal-words.ts";
import {
  dropTotpSecret,
  totpSecretOf,
  verifyTotpSecret,
} from "../../state/account/registration.ts";
import { CardPage, CardWaiting } from "../../ui/card-page.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { TotpSecret } from "../../ui/sign-in/totp-secret.tsx";
import { OverPage } from "./over-page.tsx";

export function RegisterTotp() {
  const { confirmKey = "" } = useParams<{ confirmKey: string }>();
  const [, navigate] = useLocation();
  const known = useAtomValue(totpSecretOf(confirmKey));
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  if (known.state === "failed") {
    return (
      <OverPage
        title={t("registration:totp.over_title")}
        fault={known.fault}
        next={t("registration:totp.over_next")}
      />
    );
  }
  if (known.state !== "ready") {
    return (
      <CardWaiting
        product={t("shell:product")}
        closeLabel={t("shell:close")}
        title={t("registration:totp.title")}
        words={t("shell:loading")}
      />
    );
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const code = String(new FormData(event.currentTarget).get("security_code"));
    setPending(true);
    setFault(null);
    try {
      await verifyTotpSecret(confirmKey, code);
      navigate("/login?error=registered", { replace: true });
    } catch (cause) {
      const { message, fields } = formFault(cause, ["security_code"]);
      setFault(fields["security_code"] ?? message);
      setPending(false);
    }
  };
  const goBack = async () => {
    await dropTotpSecret(confirmKey);
    navigate(`/register/${encodeURIComponent(from ?? "")}`, { replace: true });
  };
  const from = cameFrom(history.state);
  const { otpauth_uri, secret } = known.value;

  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("registration:totp.title")}
      subtitle={t("registration:totp.lead")}
    >
      <TotpSecret
        uri={otpauth_uri}
        secret={secret}
        words={{
          scan: t("registration:totp.scan"),
          type: t("registration:totp.type"),
          copy: t("registration:totp.copy"),
          copied: t("registration:totp.copied"),
        }}
      />
      <form onSubmit={submit}>
        <SignInField
          name="security_code"
          label={t("registration:totp.code", { count: limits.totpDigits })}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fault}
          required
        />
        <PlainButton type="submit" isPending={isPending}>
          {t(isPending ? "registration:registering" : "registration:totp.submit")}
        </PlainButton>
      </form>
      {from === null ? (
        <Link href="/login">{t("sign-in:back")}</Link>
      ) : (
        <PlainButton type="button" kind="link" onClick={() => void goBack()}>
          {t("registration:totp.other_way")}
        </PlainButton>
      )}
    </CardPage>
  );
}

/** The key of the invitation, stored in the browser's history entry. */
function cameFrom(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === "string" ? from : null;
}
