// Asks for the password, then signs the user out everywhere but here.
import { useId, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import type { Me } from "../../domain/account/session.ts";
import { endOtherSessions } from "../../state/account/profile.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };

export function EndSessions({ me, onClose }: { me: Me; onClose: () => void }) {
  const formId = useId();
  const end = useSetAtom(endOtherSessions);
  const [password, setPassword] = useState("");
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFault(noFault);
    try {
      await end(password);
      onClose();
    } catch (cause) {
      setFault(formFault(cause, ["password"]));
    }
    setPending(false);
  };

  return (
    <Dialog
      isOpen
      size="sm"
      title={t("profile:sessions.end")}
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
          {t("shell:logout")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        {/* Tells password managers the account of this password. */}
        <input type="email" name="email" value={me.email} autoComplete="username" readOnly hidden />
        <PasswordField
          name="password"
          label={t("password:current")}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setFault(noFault);
          }}
          autoComplete="current-password"
          showLabel={t("password:show")}
          hideLabel={t("password:hide")}
          error={fault.fields["password"]}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
