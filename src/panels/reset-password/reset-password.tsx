// Sets a new password by a mailed link.
import { useEffect, useState, type FormEvent } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation, useParams } from "wouter";
import { limits } from "../../domain/limits.ts";
import type { ConfirmedUser } from "../../domain/account/registration.ts";
import { t } from "../../state/shell/locale.ts";
import { namesFor, passwordMeter } from "../../state/account/new-password.ts";
import { followLinkBrand } from "../../state/account/link-brand.ts";
import { followLocale } from "../../state/account/own-locale.ts";
import { resetOf, resetPassword } from "../../state/account/password.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { CardPage, CardWaiting } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";

export function ResetPassword() {
  const { confirmKey = "" } = useParams<{ confirmKey: string }>();
  const known = useAtomValue(resetOf(confirmKey));
  const user = known.state === "ready" ? known.value : null;
  const follow = useSetAtom(followLinkBrand);
  useEffect(() => {
    if (!user) return;
    followLocale(user.locale, null);
    void follow(user);
  }, [user, follow]);
  if (known.state === "failed") {
    const isOver = known.fault.code === "RESOURCE_NOT_FOUND";
    return (
      <CardPage
        product={t("shell:product")}
        closeLabel={t("shell:close")}
        title={t("password:reset.over_title")}
      >
        <Notice tone={isOver ? "watch" : "danger"}>{formFault(known.fault, []).message}</Notice>
        <Link href="/forgot-password">{t("password:reset.ask_again")}</Link>
        <Link href="/login">{t("sign-in:back")}</Link>
      </CardPage>
    );
  }
  if (known.state !== "ready") {
    return (
      <CardWaiting
        product={t("shell:product")}
        closeLabel={t("shell:close")}
        title={t("password:reset.title")}
        words={t("shell:loading")}
      />
    );
  }
  return <Form key={confirmKey} confirmKey={confirmKey} user={known.value} />;
}

const fields = ["new_password", "new_password_repeat"];
const noFault: FormFault = { message: null, fields: {} };

function Form({ confirmKey, user }: { confirmKey: string; user: ConfirmedUser }) {
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFault(noFault);
    try {
      await resetPassword(confirmKey, password, repeat);
      navigate("/login?error=password_reset", { replace: true });
    } catch (cause) {
      setFault(formFault(cause, fields));
      setPending(false);
    }
  };
  const shared = { showLabel: t("password:show"), hideLabel: t("password:hide") };

  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("password:reset.title")}
      subtitle={t("password:reset.lead", { email: user.email })}
      fault={fault.message ? { text: fault.message, onDismiss: () => setFault(noFault) } : null}
    >
      <form onSubmit={submit}>
        {/* Tells password managers the account of this password. */}
        <input
          type="email"
          name="email"
          value={user.email}
          autoComplete="username"
          readOnly
          hidden
        />
        <PasswordField
          {...shared}
          name="new_password"
          label={t("password:new")}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setFault(noFault);
          }}
          autoComplete="new-password"
          hint={t("password:hint", { least: limits.passwordMin })}
          error={fault.fields["new_password"]}
          meter={passwordMeter(password, namesFor(user))}
          autoFocus
        />
        <PasswordField
          {...shared}
          name="new_password_repeat"
          label={t("password:repeat")}
          value={repeat}
          onChange={(text) => {
            setRepeat(text);
            setFault(noFault);
          }}
          autoComplete="new-password"
          error={fault.fields["new_password_repeat"]}
        />
        <PlainButton type="submit" isPending={isPending}>
          {t(isPending ? "password:saving" : "password:reset.submit")}
        </PlainButton>
      </form>
      <Link href="/login">{t("sign-in:back")}</Link>
    </CardPage>
  );
}
