// Changes the second factor in two steps: the password, then a code of the old and of the new factor.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { limits } from "../../domain/limits.ts";
import type { Me } from "../../domain/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import {
  endMethodChange,
  prepareMethodChange,
  type Method,
  type MethodChange,
} from "../../state/account/profile.ts";
import type { FormFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { TotpSecret } from "../../ui/sign-in/totp-secret.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { CurrentPassword } from "./current-password.tsx";
import css from "./user-profile.module.css";

export function ChangeMethod({ me, to, onClose }: { me: Me; to: Method; onClose: () => void }) {
  const end = useSetAtom(endMethodChange);
  const [password, setPassword] = useState("");
  const [change, setChange] = useState<MethodChange | null>(null);

  const save = async (typed: FormData) => {
    try {
      if (change === null) return setChange(await prepareMethodChange(to, password));
      const code = (name: string) => String(typed.get(name));
      await end(change, code("security_code"), code("new_security_code"));
    } catch (cause) {
      // The change expired or had too many attempts: it starts again with the password.
      if ((cause as { code?: string }).code === "RESOURCE_NOT_FOUND") setChange(null);
      throw cause;
    }
    return onClose();
  };

  return (
    <FormDialog
      title={t(to === 0 ? "profile:method.use_mail" : titleOf(me))}
      saveLabel={t(change === null ? "profile:method.continue" : "profile:method.finish")}
      fields={["password", "security_code", "new_security_code"]}
      onSave={save}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <p className={css.soft}>{t("profile:method.step", { step: change === null ? 1 : 2 })}</p>
          {change === null ? (
            <CurrentPassword
              me={me}
              value={password}
              onChange={setPassword}
              error={fault["password"]}
            />
          ) : (
            <Codes change={change} faults={fault} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function Codes({ change, faults }: { change: MethodChange; faults: FormFault["fields"] }) {
  const { from, to, secret } = change;
  const mailCode = t("profile:method.mail_code", { count: limits.mailCodeDigits });
  const former = from === 1 ? t("profile:method.former_app_code") : mailCode;
  const newCodeLabel = to === 1 ? t("profile:method.new_app_code") : mailCode;
  return (
    <>
      {secret === null ? null : (
        <TotpSecret
          uri={secret.otpauth_uri}
          secret={secret.secret}
          words={{
            scan: t("registration:totp.scan"),
            type: t("registration:totp.type"),
            copy: t("registration:totp.copy"),
            copied: t("registration:totp.copied"),
          }}
        />
      )}
      {from === 0 || to === 0 ? <Notice tone="info">{t("profile:method.mailed")}</Notice> : null}
      <SignInField
        name="security_code"
        label={former}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={faults["security_code"]}
        required
        autoFocus
      />
      <SignInField
        name="new_security_code"
        label={newCodeLabel}
        inputMode="numeric"
        autoComplete="off"
        error={faults["new_security_code"]}
        required
      />
    </>
  );
}

const titleOf = (me: Me) =>
  me.auth_method === 1 ? "profile:method.new_app" : "profile:method.use_app";
