// Renames a passkey.
import { useSetAtom } from "jotai";
import type { Passkey } from "../../domain/account/passkey.ts";
import { renamePasskey } from "../../state/account/passkey.ts";
import { t } from "../../state/shell/locale.ts";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { FormDialog } from "../form-dialog.tsx";

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useSetAtom(renamePasskey);
  return (
    <FormDialog
      title={t("profile:passkeys.rename")}
      saveLabel={t("shell:save")}
      fields={["name"]}
      onSave={(typed) => rename(passkey.id, String(typed.get("name")).trim()).then(onClose)}
      onClose={onClose}
    >
      {(fault) => (
        <SignInField
          name="name"
          label={t("profile:passkeys.name")}
          defaultValue={passkey.name}
          maxLength={60}
          error={fault["name"]}
          required
          autoFocus
        />
      )}
    </FormDialog>
  );
}
