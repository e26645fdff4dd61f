// A small form in a dialog. A refusal stays in it: above the fields, or at the field that it is about.
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../state/shell/locale.ts";
import { formFault, type FormFault } from "../state/shell/refusal-words.ts";
import { Notice } from "../ui/notice.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { TypedDialog } from "./typed-dialog.tsx";
import css from "./form-dialog.module.css";

const noFault: FormFault = { message: null, fields: {} };

type FormDialogProps = {
  readonly title: string;
  readonly saveLabel: string;
  /** Why it cannot be saved yet. */
  readonly reason?: string | null;
  /** Names of the fields that show their own refusals; other refusals stay above the form. */
  readonly fields?: readonly string[];
  /** What fields hold that are no inputs of the form, such as choices; the form hears of its inputs itself. */
  readonly typed?: unknown;
  /** Saves, and closes the dialog or shows what comes next. Rejects with the refusal. */
  readonly onSave: (filled: FormData) => Promise<void>;
  readonly onClose: () => void;
  /** The fields; `fault` has the refusals by name of field. */
  readonly children: ReactNode | ((fault: FormFault["fields"]) => ReactNode);
};

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    saveLabel,
    reason = null,
    fields = [],
    typed = null,
    onSave,
    onClose,
    children,
  } = props;
  const formId = useId();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);
  const [isFilled, setFilled] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || reason !== null) return;
    const filled = new FormData(event.currentTarget);
    setPending(true);
    setFault(noFault);
    try {
      await onSave(filled);
    } catch (cause) {
      setFault(formFault(cause, fields));
    }
    setPending(false);
  };
  // A refusal is gone once its field is changed.
  const clear = (event: FormEvent<HTMLFormElement>) => {
    setFilled(true);
    const { name } = event.target as Partial<HTMLInputElement>;
    if (!name) return;
    setFault(({ fields: known }) => ({ message: null, fields: { ...known, [name]: "" } }));
  };
  return (
    <TypedDialog
      typed={[isFilled, typed]}
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
          isPending={isPending}
          reason={reason}
        >
          {saveLabel}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit} onChange={clear}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        {typeof children === "function" ? children(fault.fields) : children}
      </form>
    </TypedDialog>
  );
}
