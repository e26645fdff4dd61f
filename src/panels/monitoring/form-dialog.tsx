// A small form in a dialog. A refusal stays in it, above the fields.
import { useState, type ReactNode } from "react";
import { formFault } from "../../state/shell/refusal-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./monitoring.module.css";

export function FormDialog({
  title,
  saveLabel,
  reason = null,
  onSave,
  onClose,
  children,
}: {
  title: string;
  saveLabel: string;
  /** Why it cannot be saved yet. */
  reason?: string | null;
  onSave: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await onSave();
      onClose();
    } catch (cause) {
      setFault(formFault(cause, []).message);
      setPending(false);
    }
  };
  return (
    <Dialog
      title={title}
      size="sm"
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isPending={isPending}
          reason={reason}
          onPress={() => void save()}
        >
          {saveLabel}
        </DialogActions>
      }
    >
      <div className={css.form}>
        {fault === null ? null : <Alert tone="danger">{fault}</Alert>}
        {children}
      </div>
    </Dialog>
  );
}
