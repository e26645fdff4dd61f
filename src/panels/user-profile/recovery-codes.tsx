// Makes recovery codes with the password and a code of the app, and shows them once.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { Copy, Download } from "lucide-react";
import type { Me } from "../../domain/account/session.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { createRecoveryCodes } from "../../state/account/recovery-code.ts";
import { t } from "../../state/shell/locale.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { useUnsaved } from "../unsaved.ts";
import { FormDialog } from "../form-dialog.tsx";
import { CurrentPassword } from "./current-password.tsx";
import css from "./user-profile.module.css";

export function RecoveryCodes({ me, onClose }: { me: Me; onClose: () => void }) {
  const create = useSetAtom(createRecoveryCodes);
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // They are shown this once: nothing takes them away but their own buttons.
  const { leaveWork } = useUnsaved(codes !== null, { kind: "editing" });
  if (codes !== null) {
    return (
      <Dialog
        isOpen
        holdsWork
        size="sm"
        title={t("profile:recovery.title")}
        closeLabel={t("shell:close")}
        onClose={() => leaveWork(onClose)}
        actions={
          <Button kind="primary" onPress={onClose}>
            {t("profile:recovery.kept")}
          </Button>
        }
      >
        <Codes codes={codes} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t("profile:recovery.title")}
      saveLabel={t("profile:recovery.create")}
      fields={["password", "security_code"]}
      onSave={async (typed) => setCodes(await create(password, String(typed.get("security_code"))))}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <p className={css.soft}>{t("profile:recovery.lead")}</p>
          <CurrentPassword
            me={me}
            value={password}
            onChange={setPassword}
            error={fault["password"]}
          />
          <SignInField
            name="security_code"
            label={t("profile:method.former_app_code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={fault["security_code"]}
            required
          />
        </>
      )}
    </FormDialog>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const text = codes.join("\n");
  return (
    <div className={css.form}>
      <Notice tone="watch">{t("profile:recovery.once")}</Notice>
      <ul className={css.codes} aria-label={t("profile:recovery.title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.codeActions}>
        <Button
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() => void copyText(text, t("profile:recovery.copied"))}
        >
          {t("profile:recovery.copy")}
        </Button>
        <Button
          icon={<Download size={14} aria-hidden="true" />}
          onPress={() =>
            saveBlob(new Blob([`${text}\n`], { type: "text/plain" }), t("profile:recovery.file"))
          }
        >
          {t("profile:recovery.save")}
        </Button>
      </div>
    </div>
  );
}
