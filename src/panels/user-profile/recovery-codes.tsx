// Makes recovery codes with the password and a code of the app, and shows them once.
import { useId, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import { Copy, Download } from "lucide-react";
import type { Me } from "../../domain/account/session.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { createRecoveryCodes } from "../../state/account/recovery-code.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };

export function RecoveryCodes({ me, onClose }: { me: Me; onClose: () => void }) {
  const formId = useId();
  const create = useSetAtom(createRecoveryCodes);
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const security_code = String(new FormData(event.currentTarget).get("security_code"));
    setPending(true);
    setFault(noFault);
    try {
      setCodes(await create(password, security_code));
    } catch (cause) {
      setFault(formFault(cause, ["password", "security_code"]));
    }
    setPending(false);
  };

  return (
    <Dialog
      isOpen
      size="sm"
      title={t("profile:recovery.title")}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        codes === null ? (
          <DialogActions
            onClose={onClose}
            kind="primary"
            type="submit"
            form={formId}
            isPending={isPending}
          >
            {t("profile:recovery.create")}
          </DialogActions>
        ) : (
          <Button kind="primary" onPress={onClose}>
            {t("profile:recovery.kept")}
          </Button>
        )
      }
    >
      {codes === null ? (
        <form id={formId} className={css.form} onSubmit={submit}>
          <p className={css.soft}>{t("profile:recovery.lead")}</p>
          {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
          <input
            type="email"
            name="email"
            value={me.email}
            autoComplete="username"
            readOnly
            hidden
          />
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
          <SignInField
            name="security_code"
            label={t("profile:method.former_app_code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={fault.fields["security_code"]}
            required
          />
        </form>
      ) : (
        <Codes codes={codes} />
      )}
    </Dialog>
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
