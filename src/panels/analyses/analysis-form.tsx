// Creates an empty analysis of the open plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { analysisNameRefusal } from "../../domain/analysis/analysis.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { createAnalysis } from "../../state/settings/analyses.ts";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { siteInstant } from "../../domain/plant/site-time.ts";
import { t } from "../../state/shell/locale.ts";
import { plantIdAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { showDone } from "../../state/shell/toast.ts";
import { TextField } from "../../ui/form/field.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./analyses.module.css";
import { serverTime } from "../../state/shell/server-time.ts";

export function AnalysisForm({ onClose }: { onClose: () => void }) {
  const plant_id = useAtomValue(plantIdAtom);
  const create = useSetAtom(createAnalysis);
  const [name, setName] = useState("");
  const { zone, date } = useAtomValue(plantClockAtom);
  const [typed, setFlownAt] = useState<string | null>(null);
  // Noon of today at the plant.
  const [now] = useState(serverTime);
  const flownAt = typed ?? `${date(now)}T12:00`;
  const flown_at = siteInstant(zone, flownAt);
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const missing = analysisNameRefusal(name);
  const isReady = plant_id !== null && flown_at !== null;

  const save = async () => {
    setAsked(true);
    if (plant_id === null || flown_at === null || missing) return;
    setPending(true);
    setFault(null);
    try {
      const analysis = await create({ plant_id, name: name.trim(), flown_at });
      showDone(t("analyses:done.created", { name: analysis.name }));
      onClose();
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };

  return (
    <TypedDialog
      size="sm"
      title={t("analyses:new")}
      typed={[name, typed]}
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
        <SiteTimeField
          label={t("analyses:field.flown_at")}
          zone={zone}
          value={flownAt}
          onChange={setFlownAt}
        />
      </div>
    </TypedDialog>
  );
}
