// First factor: e-mail and password. What the address says (error, message) stands above the form.
import { useState, type FormEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { t } from "../../state/locale.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SignInButton, SignInField } from "../../ui/sign-in-form.tsx";

/** What asks the server comes with the first key typed, so that the form stands at once. */
const asking = () => import("../../state/sign-in.ts");

/** domain/session.ts authMethods.TOTP; that file would bring the whole contract along. */
const TOTP = 1;

export function Login() {
  const [, navigate] = useLocation();
  const [query] = useSearchParams();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const said = { error: query.get("error"), message: query.get("message") };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFault(null);
    const ask = await asking().catch(() => null);
    try {
      if (!ask) throw new Error("offline");
      const answer = await ask.login(String(form.get("email")), String(form.get("password")));
      const way = answer.auth_method === TOTP ? "confirm-totp-login" : "confirm-mail-login";
      const dest = query.get("dest");
      const key = encodeURIComponent(answer.confirmation_key);
      navigate(`/${way}/${key}${dest ? `?dest=${encodeURIComponent(dest)}` : ""}`);
    } catch (cause) {
      setFault(ask ? ask.signInWords(cause) : t("error:DISCONNECT"));
      setPending(false);
    }
  };

  return (
    <CardPage product={t("shell:product")} title={t("sign-in:title")}>
      {said.error && !fault ? (
        <Notice tone="info" title={said.error}>
          {said.message}
        </Notice>
      ) : null}
      {fault ? <Notice tone="danger">{fault}</Notice> : null}
      <form onSubmit={submit} onInput={() => void asking().catch(() => undefined)}>
        <SignInField
          name="email"
          type="email"
          label={t("sign-in:email")}
          autoComplete="username"
          required
          autoFocus
        />
        <SignInField
          name="password"
          type="password"
          label={t("sign-in:password")}
          autoComplete="current-password"
          required
        />
        <SignInButton type="submit" isPending={isPending}>
          {t(isPending ? "sign-in:signing_in" : "sign-in:submit")}
        </SignInButton>
      </form>
    </CardPage>
  );
}
