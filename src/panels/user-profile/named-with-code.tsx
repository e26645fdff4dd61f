// A dialog that makes something with a name, such as a passkey, after a security code.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSetAtom } from "jotai";
import { requestSecurityCode } from "../../state/settings/user.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault } from "../../state/shell/refusal-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { NewCode } from "../new-code.tsx";
import css from "./user-profile.module.css";

type NamedWithCodeProps = {
  title: string;
  lead: string;
  /** What makes it. */
  action: string;
  /** Why it cannot be made yet, or null. */
  reason?: string | null;
  /** What further fields hold. */
  typed?: unknown;
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
  const { title, action, reason = null, typed, notice, children, onMake, onClose } = props;
  const ask = useSetAtom(requestSecurityCode);
  /** How the code is delivered; null until it is known. */
  const [way, setWay] = useState<"mail" | "app" | null>(null);
  const [askFault, setAskFault] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // One code for each time that the dialog opens.
    if (isAsked.current) return;
    isAsked.current = true;
    ask().then(setWay, (cause: unknown) => setAskFault(formFault(cause, []).message));
  }, [ask]);

  return (
    <FormDialog
      title={title}
      saveLabel={action}
      reason={reason}
      typed={typed}
      fields={["name", "security_code"]}
      onSave={(filled) => {
        const text = (name: string) => String(filled.get(name)).trim();
        setAskFault(null);
        return onMake(text("name"), text("security_code"));
      }}
      onClose={onClose}
    >
      {(fault) => (
        <>
          {askFault ? <Notice tone="danger">{askFault}</Notice> : null}
          {notice}
          <p className={css.soft}>{props.lead}</p>
          <SignInField
            name="name"
            label={props.nameLabel}
            hint={props.nameHint}
            error={fault["name"]}
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
            error={fault["security_code"]}
            required
          />
          {way === "mail" ? (
            <NewCode
              onAsk={ask}
              onFault={(cause) => setAskFault(cause ? formFault(cause, []).message : null)}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
