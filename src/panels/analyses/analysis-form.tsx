// Creates an empty analysis of the open plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { analysisNameRefusal } from "../../domain/analysis/analysis.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { createAnalysis } from "../../state/settings/analyses.ts";
import { t } from "../../state/shell/locale.ts";
import { plantIdAtom } from "../../state/plant/plant.ts";
import { showDone } from "../../state/shell/toast.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import css from "./analyses.module.css";

export function AnalysisForm({ onClose }: { onClose: () => void }) {
  const plant_id = useAtomValue(plantIdAtom);
  const create = useSetAtom(createAnalysis);
  const [name, setName] = useState("");
  const [flownAt, setFlownAt] = useState(today);
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const missing = analysisNameRefusal(name);
  const isReady = plant_id !== null && flownAt !== "";

  const save = async () => {
    setAsked(true);
    if (plant_id === null || missing) return;
    setPending(true);
    setFault(null);
    try {
      const flown_at = new Date(flownAt).toISOString();
      const analysis = await create({ plant_id, name: name.trim(), flown_at });
      showDone(t("analyses:done.created", { name: analysis.name }));
      onClose();
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };

  return (
    <Dialog
      size="sm"
      title={t("analyses:new")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={!isReady}
          isPending={isPending}
          onPress={() => void save()}
        >
          {t("analyses:create")}
        </DialogActions>
      }
    >
      <div className={css.form}>
        <FaultAlert fault={fault} />
        <TextField
          label={t("analyses:field.name")}
          value={name}
          onChange={setName}
          error={reasonOf(isAsked ? missing : null)}
          isRequired
          autoFocus
        />
        <TextField
          label={t("analyses:field.flown_at")}
          type="datetime-local"
          value={flownAt}
          onChange={setFlownAt}
          isRequired
        />
      </div>
    </Dialog>
  );
}

/** Today at noon in the format of a datetime-local field. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T12:00`;
}
