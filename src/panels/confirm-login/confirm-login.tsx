// The second factor: a code from the mail or the authenticator app.
import { useState, type FormEvent } from "react";
import { Link, useLocation, useParams, useSearchParams } from "wouter";
import { safeDestination } from "../../domain/account/destination.ts";
import { limits } from "../../domain/limits.ts";
import { t } from "../../state/shell/locale.ts";
import { confirmLogin, resendCode, signInWords } from "../../state/account/sign-in.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { useSecondsUntil } from "../new-code.tsx";

export function ConfirmMailLogin() {
  return <ConfirmLogin method="mail" digits={limits.mailCodeDigits} />;
}

export function ConfirmTotpLogin() {
  return <ConfirmLogin method="totp" digits={limits.totpDigits} />;
}

function ConfirmLogin({ method, digits }: { method: "mail" | "totp"; digits: number }) {
  const { confirmKey = "" } = useParams<{ confirmKey: string }>();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("security_code"));
    setPending(true);
    setFault(null);
    try {
      await confirmLogin(method, confirmKey, code.replaceAll(/\s/g, ""));
      navigate(safeDestination(query.get("dest"), location.origin), { replace: true });
    } catch (cause) {
      setFault(signInWords(cause));
      setPending(false);
    }
  };

  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={isLost ? t("sign-in:recovery.code") : t(`sign-in:${method}.title`)}
      subtitle={
        isLost ? t("sign-in:recovery.lead") : t(`sign-in:${method}.lead`, { count: digits })
      }
      fault={fault === null ? null : { text: fault, onDismiss: () => setFault(null) }}
    >
      <form onSubmit={submit}>
        <SignInField
          key={String(isLost)}
          name="security_code"
          label={t(isLost ? "sign-in:recovery.code" : "sign-in:code")}
          inputMode={isLost ? "text" : "numeric"}
          autoComplete={isLost ? "off" : "one-time-code"}
          required
          autoFocus
        />
        <PlainButton type="submit" isPending={isPending}>
          {t(isPending ? "sign-in:signing_in" : "sign-in:confirm")}
        </PlainButton>
      </form>
      {method === "mail" ? <Resend confirmKey={confirmKey} onFault={setFault} /> : null}
      {method === "totp" ? (
        <PlainButton
          type="button"
          kind="secondary"
          onClick={() => {
            setFault(null);
            setLost(!isLost);
          }}
        >
          {t(isLost ? "sign-in:recovery.use_app" : "sign-in:recovery.use")}
        </PlainButton>
      ) : null}
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}

function Resend({
  confirmKey,
  onFault,
}: {
  confirmKey: string;
  onFault: (words: string | null) => void;
}) {
  const [state, setState] = useState<"idle" | "pending" | "sent">("idle");
  // A code was sent right before this page opened.
  const [sentAt, setSentAt] = useState(Date.now);
  const seconds = useSecondsUntil(sentAt + limits.codeResendPauseMs);
  const resend = async () => {
    setState("pending");
    onFault(null);
    try {
      await resendCode(confirmKey);
      setSentAt(Date.now());
      setState("sent");
    } catch (cause) {
      onFault(signInWords(cause));
      setState("idle");
    }
  };
  return (
    <>
      {state === "sent" ? <Notice tone="good">{t("sign-in:mail.sent")}</Notice> : null}
      <PlainButton
        type="button"
        kind="secondary"
        isPending={state === "pending" || seconds > 0}
        onClick={() => void resend()}
      >
        {seconds > 0 ? t("sign-in:mail.resend_in", { count: seconds }) : t("sign-in:mail.resend")}
      </PlainButton>
    </>
  );
}
