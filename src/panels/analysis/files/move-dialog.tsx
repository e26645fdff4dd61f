// Moves files to another analysis whose data are still incomplete.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { fileChangeRefusal } from "../../../domain/analysis/analysis-state.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { viewerAtom } from "../../../state/account/ask.ts";
import { allAnalysesAtom } from "../../../state/settings/analyses.ts";
import { valueOf } from "../../../state/shell/loaded.ts";
import { t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { moveFiles } from "../../../state/upload/analysis-file.ts";
import { ComboBox } from "../../../ui/form/combo-box.tsx";
import { DialogActions } from "../../dialog-actions.tsx";
import { Checkbox } from "../../../ui/form/toggle.tsx";
import { TypedDialog } from "../../typed-dialog.tsx";

type MoveDialogProps = {
  analysis: Analysis;
  names: readonly string[];
  isPending: boolean;
  onRun: (work: () => Promise<void>) => Promise<void>;
  onClose: () => void;
};

export function MoveDialog({ analysis, names, isPending, onRun, onClose }: MoveDialogProps) {
  const all = valueOf(useAtomValue(allAnalysesAtom)) ?? [];
  const move = useSetAtom(moveFiles);
  const [to, setTo] = useState<number | null>(null);
  const count = names.length;
  const { is_admin } = useAtomValue(viewerAtom);
  const [isOtherPlant, setOtherPlant] = useState(false);
  const targets = all.filter(
    (one) =>
      one.id !== analysis.id &&
      fileChangeRefusal(one) === null &&
      one.customer_name === analysis.customer_name &&
      (is_admin || one.plant_id === analysis.plant_id),
  );
  const target = targets.find(({ id }) => id === to);
  const isElsewhere = target !== undefined && target.plant_id !== analysis.plant_id;
  const run = async () => {
    if (!target) return;
    await move(analysis.id, names, { id: target.id, to_other_plant: isElsewhere && isOtherPlant });
    showDone(t("analysis-file:moved", { count, name: target.name }));
  };
  return (
    <TypedDialog
      size="sm"
      title={t("analysis-file:move_question", { count })}
      typed={[to, isOtherPlant]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={!target || (isElsewhere && !isOtherPlant)}
          isPending={isPending}
          onPress={() => void onRun(run)}
        >
          {t("analysis-file:move")}
        </DialogActions>
      }
    >
      {targets.length === 0 ? (
        <p>{t("analysis-file:no_target")}</p>
      ) : (
        <ComboBox
          label={t("analysis-file:target")}
          openLabel={t("analysis-file:target")}
          options={targets.map(({ id, name, plant_name }) => ({
            id,
            label: name,
            hint: plant_name,
          }))}
          value={to}
          onChange={(id) => {
            setTo(id);
            setOtherPlant(false);
          }}
        />
      )}
      {isElsewhere ? (
        <Checkbox isSelected={isOtherPlant} onChange={setOtherPlant}>
          {t("analysis-file:other_plant", { from: analysis.plant_name, to: target.plant_name })}
        </Checkbox>
      ) : null}
    </TypedDialog>
  );
}
