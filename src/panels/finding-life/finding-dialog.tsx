// The frame of a dialog that changes findings: a form, its fault, and one button that sends it.
import { useId, useState, type ReactNode } from "react";
import { t } from "../../state/shell/locale.ts";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import css from "./finding-life.module.css";

type FindingDialogProps = {
  title: string;
  /** The name of the button. */
  action: string;
  /** False while what the form needs is not loaded. */
  isReady?: boolean;
  /** Makes the change; null where a field has an error, which the form then shows. */
  change: () => Promise<void> | null;
  onClose: () => void;
  children: ReactNode;
};

export function FindingDialog(props: FindingDialogProps) {
  const { title, action, isReady = true, change, onClose, children } = props;
  const form = useId();
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    const changing = change();
    if (!changing) return;
    setPending(true);
    try {
      await changing;
      onClose();
    } catch (cause) {
      setFault(cause);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      size="sm"
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={form}
          isDisabled={isPending || !isReady}
        >
          {action}
        </DialogActions>
      }
    >
      <form
        id={form}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FaultAlert fault={fault} />
        {children}
      </form>
    </Dialog>
  );
}
