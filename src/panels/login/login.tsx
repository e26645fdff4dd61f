// The first factor: e-mail and password. `?error` and `?message` of the address are shown above the form.
import { useState, type FormEvent } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { forgetSessionEnd, sessionEnd } from "../../state/account/session.ts";
import { hasWords, t } from "../../state/shell/locale.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { LegalLinks } from "../legal/legal-links.tsx";
import { PasskeyWay } from "./passkey-way.tsx";
import { ServiceLeft } from "./service-left.tsx";
import { ServiceWay, useService } from "./service-way.tsx";

/** The request code loads with the first key press, so that the form renders sooner. */
const asking = () => import("../../state/account/sign-in.ts");

/** authMethods.TOTP of domain/account/session.ts, which is not imported because it is large. */
const TOTP = 1;

export function Login() {
  const [, navigate] = useLocation();
  const [query] = useSearchParams();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const [email, setEmail] = useState("");
  const service = useService(email.includes("@") ? email : (query.get("domain") ?? ""));
  const message = isRead || fault !== null ? null : (messageOf(query) ?? endMessage());

  const dismiss = () => {
    forgetSessionEnd();
    setRead(true);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (service?.is_forced) return;
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
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("sign-in:title")}
      fault={fault === null ? null : { text: fault, onDismiss: () => setFault(null) }}
      note={message && { ...message, onDismiss: dismiss }}
    >
      <form onSubmit={submit} onInput={() => void asking().catch(() => undefined)}>
        <SignInField
          name="email"
          type="email"
          label={t("sign-in:email")}
          autoComplete="username"
          required
          autoFocus
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {service ? (
          <ServiceWay
            key={service.domain}
            offer={service}
            email={email}
            dest={query.get("dest")}
            onFault={setFault}
          />
        ) : null}
        {service?.is_forced ? null : (
          <>
            <SignInField
              name="password"
              type="password"
              label={t("sign-in:password")}
              autoComplete="current-password"
              required
            />
            <PlainButton type="submit" isPending={isPending}>
              {t(isPending ? "sign-in:signing_in" : "sign-in:submit")}
            </PlainButton>
          </>
        )}
      </form>
      {service?.is_forced ? null : <PasskeyWay dest={query.get("dest")} onFault={setFault} />}
      {service?.is_forced ? null : <Link href="/forgot-password">{t("sign-in:forgot")}</Link>}
      <ServiceLeft />
      <LegalLinks />
    </CardPage>
  );
}

/** How the last session ended by itself, and why where the server said it; null where it did not. */
function endMessage(): { title: string; text: string | null } | null {
  const end = sessionEnd();
  if (!end || !hasWords(`error:${end.code}`)) return null;
  return { title: t(`error:${end.code}`), text: end.text || null };
}

/** The most characters of an address's message that are shown. */
const longestText = 300;

/** The message of the address: the text of a known code, else the value itself; null for none. */
function messageOf(query: URLSearchParams): { title: string; text: string | null } | null {
  const error = query.get("error");
  if (!error) return null;
  const keys = /^\w+$/.test(error) ? [`sign-in:said.${error}`, `error:${error}`] : [];
  const known = keys.find((key) => hasWords(key));
  const title = known === undefined ? error.slice(0, longestText) : t(known);
  return { title, text: query.get("message")?.slice(0, longestText) ?? null };
}
