// Asks why findings are dismissed.
import { useState } from "react";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { limits } from "../../domain/limits.ts";
import { changeable } from "../../state/plant/finding/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { TextField } from "../../ui/form/field.tsx";
import { FindingDialog } from "./finding-dialog.tsx";
import { useChange } from "./use-change.ts";

type DismissProps = { findings: readonly ListedFinding[]; onClose: () => void };

export function DismissFindings({ findings, onClose }: DismissProps) {
  const change = useChange();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const set = { status: "dismissed", reason: reason.trim() } as const;
  const possible = changeable(findings, { ...set, reason: "–" });
  const count = possible.length;
  return (
    <FindingDialog
      title={t("finding:dismiss_title", { count, n: formatNumber(count) })}
      action={t("finding:dismiss")}
      typed={reason}
      change={() => {
        if (set.reason !== "") return change(possible, set);
        setError(t("refusal:finding_without_reason"));
        return null;
      }}
      onClose={onClose}
    >
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
    </FindingDialog>
  );
}
