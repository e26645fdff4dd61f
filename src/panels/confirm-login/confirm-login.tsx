// Second factor: the code from the mail, or from the authenticator app.
import { useState, type FormEvent } from "react";
import { Link, useLocation, useParams, useSearchParams } from "wouter";
import { safeDestination } from "../../domain/destination.ts";
import { limits } from "../../domain/limits.ts";
import { faultWords } from "../../state/fault.ts";
import { t } from "../../state/locale.ts";
import { confirmLogin, resendCode } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../../ui/card-page.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/field.tsx";

const TOTP_DIGITS = 6;

export function ConfirmMailLogin() {
  return <ConfirmLogin method="mail" digits={limits.mailCodeDigits} />;
}

export function ConfirmTotpLogin() {
  return <ConfirmLogin method="totp" digits={TOTP_DIGITS} />;
}

function ConfirmLogin({ method, digits }: { method: "mail" | "totp"; digits: number }) {
  const { confirmKey = "" } = useParams<{ confirmKey: string }>();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [code, setCode] = useState("");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFault(null);
    try {
      await confirmLogin(method, confirmKey, code.replaceAll(/\s/g, ""));
      navigate(safeDestination(query.get("dest"), location.origin), { replace: true });
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };

  return (
    <CardPage
      product={t("shell:product")}
      title={t(`sign-in:${method}.title`)}
      lead={t(`sign-in:${method}.lead`, { count: digits })}
    >
      {fault ? <Alert tone="danger">{faultWords(fault).message}</Alert> : null}
      <form onSubmit={submit}>
        <TextField
          name="security_code"
          label={t("sign-in:code")}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          autoFocus
        />
        <Button kind="primary" type="submit" wide isPending={isPending}>
          {t(isPending ? "sign-in:signing_in" : "sign-in:confirm")}
        </Button>
      </form>
      {method === "mail" ? <Resend confirmKey={confirmKey} onFault={setFault} /> : null}
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}

function Resend({
  confirmKey,
  onFault,
}: {
  confirmKey: string;
  onFault: (cause: unknown) => void;
}) {
  const [state, setState] = useState<"idle" | "pending" | "sent">("idle");
  const resend = async () => {
    setState("pending");
    onFault(null);
    try {
      await resendCode(confirmKey);
      setState("sent");
    } catch (cause) {
      onFault(cause);
      setState("idle");
    }
  };
  return (
    <>
      {state === "sent" ? <Alert tone="good">{t("sign-in:mail.sent")}</Alert> : null}
      <Button isPending={state === "pending"} onPress={() => void resend()}>
        {t("sign-in:mail.resend")}
      </Button>
    </>
  );
}
