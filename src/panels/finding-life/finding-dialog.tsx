// The frame of a dialog that changes findings: a form, its fault, and one button that sends it.
import { useId, useState, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { LoadFault } from "../load-fault.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import { typedText } from "../unsaved.ts";
import css from "./finding-life.module.css";

type FindingDialogProps = {
  title: string;
  /** The name of the button. */
  action: string;
  /** False while what the form needs is not loaded. */
  isReady?: boolean;
  /** What its fields hold; unsaved work once it differs from what the dialog opened with. */
  typed: unknown;
  /** Makes the change; null where a field has an error, which the form then shows. */
  change: () => Promise<void> | null;
  onClose: () => void;
  children: ReactNode;
};

export function FindingDialog(props: FindingDialogProps) {
  const { title, action, isReady = true, typed, change, onClose, children } = props;
  const twin = useAtomValue(twinAtom);
  const loadTwin = useSetAtom(retryPlant);
  const form = useId();
  const now = typedText(typed);
  const [refused, setRefused] = useState<{ fault: unknown; typed: string } | null>(null);
  // What was refused is gone once something else is typed.
  const fault = refused?.typed === now ? refused.fault : null;
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    const changing = change();
    if (!changing) return;
    setPending(true);
    setRefused(null);
    try {
      await changing;
      onClose();
    } catch (cause) {
      setRefused({ fault: cause, typed: now });
    } finally {
      setPending(false);
    }
  };
  return (
    <TypedDialog
      size="sm"
      title={title}
      typed={typed}
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
        {twin.state === "failed" ? (
          <LoadFault
            fault={twin.fault}
            what={t("finding:names_fault")}
            isSmall
            onRetry={loadTwin}
          />
        ) : null}
        {children}
      </form>
    </TypedDialog>
  );
}
