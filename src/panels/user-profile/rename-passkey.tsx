// Renames a passkey.
import { useId, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import type { Passkey } from "../../domain/account/passkey.ts";
import { renamePasskey } from "../../state/account/passkey.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId();
  const rename = useSetAtom(renamePasskey);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    setPending(true);
    try {
      await rename(passkey.id, name);
      onClose();
    } catch (cause) {
      setFault(formFault(cause, ["name"]));
    }
    setPending(false);
  };
  return (
    <Dialog
      isOpen
      size="sm"
      title={t("profile:passkeys.rename")}
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
          {t("shell:save")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        <SignInField
          name="name"
          label={t("profile:passkeys.name")}
          defaultValue={passkey.name}
          maxLength={60}
          error={fault.fields["name"]}
          required
          autoFocus
        />
      </form>
    </Dialog>
  );
}
