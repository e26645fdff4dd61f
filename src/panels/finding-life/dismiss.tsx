// Asks why findings are dismissed.
import { useState } from "react";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { limits } from "../../domain/limits.ts";
import { changeable } from "../../state/plant/finding/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { useChange } from "./use-change.ts";

const FORM = "dismiss-findings";

type DismissProps = { findings: readonly ListedFinding[]; onClose: () => void };

export function DismissFindings({ findings, onClose }: DismissProps) {
  const change = useChange();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const set = { status: "dismissed", reason: reason.trim() } as const;
  const possible = changeable(findings, { ...set, reason: "–" });
  const count = possible.length;
  const submit = async () => {
    if (set.reason === "") return setError(t("refusal:finding_without_reason"));
    setPending(true);
    try {
      await change(possible, set);
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
      title={t("finding:dismiss_title", { count, n: formatNumber(count) })}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={FORM}
          isDisabled={isPending}
        >
          {t("finding:dismiss")}
        </DialogActions>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FaultAlert fault={fault} />
        <TextField
          label={t("finding:field.reason")}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setError(null);
          }}
          error={error}
          hint={t("finding:dismiss_hint")}
          lines={3}
          maxLength={limits.findingReasonLetters}
          isRequired
          autoFocus
        />
      </form>
    </Dialog>
  );
}
