// Adds a passkey: a security code first, then the device of the user.
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import { addPasskey } from "../../state/account/passkey.ts";
import { requestSecurityCode } from "../../state/settings/user.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const add = useSetAtom(addPasskey);
  const ask = useSetAtom(requestSecurityCode);
  /** How the code is delivered; null until it is known. */
  const [way, setWay] = useState<"mail" | "app" | null>(null);
  const [isPending, setPending] = useState(false);
  const [isDeclined, setDeclined] = useState(false);
  const [fault, setFault] = useState(noFault);
  const isAsked = useRef(false);
  useEffect(() => {
    // One code for each time that the dialog opens.
    if (isAsked.current) return;
    isAsked.current = true;
    ask().then(setWay, (cause: unknown) => setFault(formFault(cause, [])));
  }, [ask]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name)).trim();
    setPending(true);
    setFault(noFault);
    setDeclined(false);
    try {
      if (await add(text("name"), text("security_code"))) onClose();
      else setDeclined(true);
    } catch (cause) {
      setFault(formFault(cause, ["name", "security_code"]));
    }
    setPending(false);
  };

  return (
    <Dialog
      isOpen
      size="sm"
      title={t("profile:passkeys.add")}
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
          {t("profile:passkeys.make")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        {isDeclined ? <Notice tone="watch">{t("profile:passkeys.declined")}</Notice> : null}
        <p className={css.soft}>{t("profile:passkeys.lead")}</p>
        <SignInField
          name="name"
          label={t("profile:passkeys.name")}
          hint={t("profile:passkeys.name_hint")}
          error={fault.fields["name"]}
          maxLength={60}
          required
          autoFocus
        />
        <SignInField
          name="security_code"
          label={t("sign-in:code")}
          hint={way === null ? null : t(`profile:passkeys.code_${way}`)}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fault.fields["security_code"]}
          required
        />
      </form>
    </Dialog>
  );
}
