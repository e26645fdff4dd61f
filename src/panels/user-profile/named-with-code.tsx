// A dialog that makes something with a name, such as a passkey, after a security code.
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useSetAtom } from "jotai";
import { requestSecurityCode } from "../../state/settings/user.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };

type NamedWithCodeProps = {
  title: string;
  lead: string;
  /** What makes it. */
  action: string;
  /** Why it cannot be made yet, or null. */
  reason?: string | null;
  nameLabel: string;
  nameHint: string;
  /** Above the lead. */
  notice?: ReactNode;
  /** Further fields, before the code. */
  children?: ReactNode;
  /** Rejects with the refusal. It closes the dialog, or shows what comes next. */
  onMake: (name: string, security_code: string) => Promise<void>;
  onClose: () => void;
};

export function NamedWithCode(props: NamedWithCodeProps) {
  const { title, action, reason = null, notice, children, onMake, onClose } = props;
  const formId = useId();
  const ask = useSetAtom(requestSecurityCode);
  /** How the code is delivered; null until it is known. */
  const [way, setWay] = useState<"mail" | "app" | null>(null);
  const [isPending, setPending] = useState(false);
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
    if (isPending || reason !== null) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name)).trim();
    setPending(true);
    setFault(noFault);
    try {
      await onMake(text("name"), text("security_code"));
    } catch (cause) {
      setFault(formFault(cause, ["name", "security_code"]));
    }
    setPending(false);
  };

  return (
    <Dialog
      isOpen
      size="sm"
      title={title}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={formId}
          isDisabled={isPending}
          reason={reason}
        >
          {action}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        {notice}
        <p className={css.soft}>{props.lead}</p>
        <SignInField
          name="name"
          label={props.nameLabel}
          hint={props.nameHint}
          error={fault.fields["name"]}
          maxLength={60}
          required
          autoFocus
        />
        {children}
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
