// The registration form: names, password, second factor, terms of service.
import { useState, type FormEvent } from "react";
import { Mail, Smartphone } from "lucide-react";
import { Link, useLocation } from "wouter";
import { limits } from "../../domain/limits.ts";
import type { ConfirmedUser } from "../../domain/account/registration.ts";
import { t } from "../../state/shell/locale.ts";
import { namesFor, passwordMeter } from "../../state/account/new-password.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { register } from "../../state/account/registration.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { SignInCheck, SignInField, SignInOptions } from "../../ui/sign-in/sign-in-form.tsx";
import { TermsLink } from "../legal/legal-links.tsx";

const formFields = ["first_name", "last_name", "password", "terms_accepted"];
const noFault: FormFault = { message: null, fields: {} };

export function RegisterForm({ confirmKey, user }: { confirmKey: string; user: ConfirmedUser }) {
  const [, navigate] = useLocation();
  const [first_name, setFirstName] = useState(user.first_name);
  const [last_name, setLastName] = useState(user.last_name);
  const [password, setPassword] = useState("");
  const [method, setMethod] = useState("app");
  const [terms_accepted, setAccepted] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);
  const forget = (field: string) =>
    setFault(({ message, fields }) => ({ message, fields: { ...fields, [field]: "" } }));
  const names = namesFor({ ...user, first_name, last_name });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFault(noFault);
    const auth_method = method === "app" ? 1 : 0;
    const registration = { first_name, last_name, password, terms_accepted, auth_method } as const;
    try {
      const key = await register(confirmKey, registration);
      if (key === null) navigate("/login?error=registered", { replace: true });
      else navigate(`/register-totp/${encodeURIComponent(key)}`, { state: { from: confirmKey } });
    } catch (cause) {
      setFault(formFault(cause, formFields));
      setPending(false);
    }
  };

  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("registration:title")}
      subtitle={t("registration:lead", { customer: user.customer_name })}
      fault={fault.message ? { text: fault.message, onDismiss: () => setFault(noFault) } : null}
    >
      <form onSubmit={submit}>
        <SignInField
          name="email"
          type="email"
          label={t("sign-in:email")}
          value={user.email}
          autoComplete="username"
          readOnly
        />
        <SignInField
          name="first_name"
          label={t("registration:first_name")}
          value={first_name}
          onChange={(event) => {
            setFirstName(event.target.value);
            forget("first_name");
          }}
          autoComplete="given-name"
          maxLength={100}
          error={fault.fields["first_name"]}
          required
          autoFocus
        />
        <SignInField
          name="last_name"
          label={t("registration:last_name")}
          value={last_name}
          onChange={(event) => {
            setLastName(event.target.value);
            forget("last_name");
          }}
          autoComplete="family-name"
          maxLength={100}
          error={fault.fields["last_name"]}
          required
        />
        <PasswordField
          name="password"
          label={t("sign-in:password")}
          value={password}
          onChange={(text) => {
            setPassword(text);
            forget("password");
          }}
          autoComplete="new-password"
          showLabel={t("password:show")}
          hideLabel={t("password:hide")}
          hint={t("password:hint", { least: limits.passwordMin })}
          error={fault.fields["password"]}
          meter={passwordMeter(password, names)}
        />
        <SignInOptions
          legend={t("registration:method.legend")}
          name="method"
          value={method}
          onChange={setMethod}
          options={[
            {
              id: "app",
              label: t("registration:method.app"),
              hint: t("registration:method.app_hint"),
              icon: <Smartphone size={16} aria-hidden="true" />,
            },
            {
              id: "mail",
              label: t("registration:method.mail"),
              hint: t("registration:method.mail_hint"),
              icon: <Mail size={16} aria-hidden="true" />,
            },
          ]}
        />
        <SignInCheck
          name="terms_accepted"
          checked={terms_accepted}
          onChange={(event) => {
            setAccepted(event.target.checked);
            forget("terms_accepted");
          }}
          error={fault.fields["terms_accepted"]}
          required
        >
          {t("registration:terms.accept")}
        </SignInCheck>
        <TermsLink label={t("registration:terms.read")} />
        <PlainButton type="submit" isPending={isPending}>
          {t(isPending ? "registration:registering" : "registration:submit")}
        </PlainButton>
      </form>
      <Link href="/login">{t("registration:have_account")}</Link>
    </CardPage>
  );
}
