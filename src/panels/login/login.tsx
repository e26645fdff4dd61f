// First factor: e-mail and password. What the address says (error, message) stands above the form.
import { useState, type FormEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { Link } from "wouter";
import { authMethods } from "../../domain/session.ts";
import { faultWords } from "../../state/fault.ts";
import { t } from "../../state/locale.ts";
import { login } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../../ui/card-page.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/field.tsx";

export function Login() {
  const [, navigate] = useLocation();
  const [query] = useSearchParams();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const said = { error: query.get("error"), message: query.get("message") };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFault(null);
    try {
      const { auth_method, confirmation_key } = await login(
        String(form.get("email")),
        String(form.get("password")),
      );
      const way = auth_method === authMethods.TOTP ? "confirm-totp-login" : "confirm-mail-login";
      const dest = query.get("dest");
      navigate(
        `/${way}/${encodeURIComponent(confirmation_key)}${dest ? `?dest=${encodeURIComponent(dest)}` : ""}`,
      );
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };

  return (
    <CardPage product={t("shell:product")} title={t("sign-in:title")}>
      {said.error && !fault ? (
        <Alert tone="info" title={said.error}>
          {said.message}
        </Alert>
      ) : null}
      {fault ? <Alert tone="danger">{faultWords(fault).message}</Alert> : null}
      <form onSubmit={submit}>
        <TextField
          name="email"
          type="email"
          label={t("sign-in:email")}
          autoComplete="username"
          isRequired
          autoFocus
        />
        <TextField
          name="password"
          type="password"
          label={t("sign-in:password")}
          autoComplete="current-password"
          isRequired
        />
        <Button kind="primary" type="submit" wide isPending={isPending}>
          {t(isPending ? "sign-in:signing_in" : "sign-in:submit")}
        </Button>
      </form>
      <Link href="/forgot-password">{t("sign-in:forgot")}</Link>
    </CardPage>
  );
}
