// Sign-in: the password and the second factor.
import { useState } from "react";
import { useAtomValue } from "jotai";
import type { Me } from "../../domain/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { recoveryCodesAtom } from "../../state/account/recovery-code.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { ChangeMethod } from "./change-method.tsx";
import { ChangePassword } from "./change-password.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Block, Row } from "./row.tsx";

export function SignInWays({ me }: { me: Me }) {
  const [open, setOpen] = useState<"password" | "recovery" | 0 | 1 | null>(null);
  const close = () => setOpen(null);
  const usesApp = me.auth_method === 1;
  return (
    <Block title={t("profile:sign_in")}>
      <Row title={t("sign-in:password")} note={t("profile:password_note")}>
        <Button onPress={() => setOpen("password")}>{t("profile:change_password")}</Button>
      </Row>
      <Row
        title={t("profile:method.title")}
        note={t(usesApp ? "profile:method.is_app" : "profile:method.is_mail")}
      >
        {usesApp ? (
          <>
            <Button onPress={() => setOpen(1)}>{t("profile:method.new_app")}</Button>
            <Button onPress={() => setOpen(0)}>{t("profile:method.use_mail")}</Button>
          </>
        ) : (
          <Button onPress={() => setOpen(1)}>{t("profile:method.use_app")}</Button>
        )}
      </Row>
      {usesApp ? (
        <Row title={t("profile:recovery.title")} note={<RecoveryNote />}>
          <Button onPress={() => setOpen("recovery")}>{t("profile:recovery.create")}</Button>
        </Row>
      ) : null}
      {open === "recovery" ? <RecoveryCodes me={me} onClose={close} /> : null}
      {open === "password" ? <ChangePassword me={me} onClose={close} /> : null}
      {open === 0 || open === 1 ? <ChangeMethod me={me} to={open} onClose={close} /> : null}
    </Block>
  );
}

function RecoveryNote() {
  const codes = valueOf(useAtomValue(recoveryCodesAtom));
  if (!codes) return t("shell:loading");
  return codes.created_at === null
    ? t("profile:recovery.none")
    : t("profile:recovery.left", { count: codes.left });
}
