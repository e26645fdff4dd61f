// Changes the password: the current one, and the new one twice.
import { useId, useState, type FormEvent } from "react";
import { limits } from "../../domain/limits.ts";
import type { Me } from "../../domain/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { namesFor, passwordMeter } from "../../state/account/new-password.ts";
import { changePassword } from "../../state/account/password.ts";
import { reloadSessions } from "../../state/account/profile.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const fields = ["password", "new_password", "new_password_repeat"];
const noFault: FormFault = { message: null, fields: {} };

export function ChangePassword({ me, onClose }: { me: Me; onClose: () => void }) {
  const formId = useId();
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFault(noFault);
    try {
      await changePassword(currentPassword, newPassword, repeat);
      showDone(t("profile:password_changed"));
      void reloadSessions();
      onClose();
    } catch (cause) {
      setFault(formFault(cause, fields));
      setPending(false);
    }
  };
  const field = (name: string, setValue: (text: string) => void) => ({
    name,
    onChange: (text: string) => {
      setValue(text);
      setFault(({ fields: known }) => ({ message: null, fields: { ...known, [name]: "" } }));
    },
    error: fault.fields[name],
    showLabel: t("password:show"),
    hideLabel: t("password:hide"),
  });

  return (
    <Dialog
      isOpen
      size="sm"
      title={t("profile:change_password")}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={formId}
          isPending={isPending}
        >
          {t("profile:change_password")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        {/* Tells password managers the account of this password. */}
        <input type="email" name="email" value={me.email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...field("password", setCurrentPassword)}
          label={t("password:current")}
          value={currentPassword}
          autoComplete="current-password"
          autoFocus
        />
        <PasswordField
          {...field("new_password", setNewPassword)}
          label={t("password:new")}
          value={newPassword}
          autoComplete="new-password"
          hint={t("password:hint", { least: limits.passwordMin })}
          meter={passwordMeter(newPassword, namesFor(me))}
        />
        <PasswordField
          {...field("new_password_repeat", setRepeat)}
          label={t("password:repeat")}
          value={repeat}
          autoComplete="new-password"
        />
        <p className={css.soft}>{t("profile:others_end")}</p>
      </form>
    </Dialog>
  );
}
