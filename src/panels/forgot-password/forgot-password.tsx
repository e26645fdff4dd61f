// Requests a mail with a link to reset the password. The answer is the same for every address.
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import { t } from "../../state/shell/locale.ts";
import { forgotPassword } from "../../state/account/password.ts";
import { formFault } from "../../state/shell/refusal-words.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";

export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [state, setState] = useState<"idle" | "pending" | "sent">("idle");
  const [fault, setFault] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "pending") return;
    setState("pending");
    setFault(null);
    try {
      await forgotPassword(email.trim());
      setState("sent");
    } catch (cause) {
      setFault(formFault(cause, []).message);
      setState("idle");
    }
  };

  if (state === "sent") {
    return (
      <CardPage
        product={t("shell:product")}
        closeLabel={t("shell:close")}
        title={t("password:forgot.asked_title")}
      >
        <Notice tone="good">{t("password:forgot.asked", { email: email.trim() })}</Notice>
        <p>{t("password:forgot.asked_next")}</p>
        <PlainButton type="button" kind="secondary" onClick={() => setState("idle")}>
          {t("password:forgot.again")}
        </PlainButton>
        <Link href="/login">{t("sign-in:back")}</Link>
      </CardPage>
    );
  }
  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("password:forgot.title")}
      subtitle={t("password:forgot.lead")}
      fault={fault === null ? null : { text: fault, onDismiss: () => setFault(null) }}
    >
      <form onSubmit={submit}>
        <SignInField
          name="email"
          type="email"
          label={t("sign-in:email")}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="username"
          required
          autoFocus
          hint={t("password:forgot.secrecy")}
        />
        <PlainButton type="submit" isPending={state === "pending"}>
          {t(state === "pending" ? "password:forgot.sending" : "password:forgot.submit")}
        </PlainButton>
      </form>
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}
