// Changes the password: the current one, and the new one twice.
import { useState } from "react";
import { limits } from "../../domain/limits.ts";
import type { Me } from "../../domain/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { namesFor, passwordMeter } from "../../state/account/new-password.ts";
import { changePassword } from "../../state/account/password.ts";
import { reloadSessions } from "../../state/account/profile.ts";
import { showDone } from "../../state/shell/toast.ts";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { CurrentPassword } from "./current-password.tsx";
import css from "./user-profile.module.css";

export function ChangePassword({ me, onClose }: { me: Me; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const save = async () => {
    await changePassword(currentPassword, newPassword, repeat);
    showDone(t("profile:password_changed"));
    void reloadSessions();
    onClose();
  };
  const words = { showLabel: t("password:show"), hideLabel: t("password:hide") };
  return (
    <FormDialog
      title={t("profile:change_password")}
      saveLabel={t("profile:change_password")}
      fields={["password", "new_password", "new_password_repeat"]}
      onSave={save}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <CurrentPassword
            me={me}
            value={currentPassword}
            onChange={setCurrentPassword}
            error={fault["password"]}
          />
          <PasswordField
            {...words}
            name="new_password"
            label={t("password:new")}
            value={newPassword}
            onChange={setNewPassword}
            error={fault["new_password"]}
            autoComplete="new-password"
            hint={t("password:hint", { least: limits.passwordMin })}
            meter={passwordMeter(newPassword, namesFor(me))}
          />
          <PasswordField
            {...words}
            name="new_password_repeat"
            label={t("password:repeat")}
            value={repeat}
            onChange={setRepeat}
            error={fault["new_password_repeat"]}
            autoComplete="new-password"
          />
          <p className={css.soft}>{t("profile:others_end")}</p>
        </>
      )}
    </FormDialog>
  );
}
