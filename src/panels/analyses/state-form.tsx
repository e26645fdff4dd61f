// Sets the state of an analysis by hand.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { analysisStates, type Analysis } from "../../domain/analysis/analysis.ts";
import { setState } from "../../state/settings/analyses.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Select } from "../../ui/form/choice.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";

export function StateForm({ analysis, onClose }: { analysis: Analysis; onClose: () => void }) {
  const change = useSetAtom(setState);
  const [newState, setNewState] = useState(analysis.state);
  const save = async () => {
    try {
      await change(analysis.id, newState);
      showDone(t("analyses:done.state", { name: analysis.name }));
      onClose();
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <TypedDialog
      size="sm"
      title={t("analyses:act.state")}
      typed={newState}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={newState === analysis.state}
          onPress={() => void save()}
        >
          {t("shell:save")}
        </DialogActions>
      }
    >
      <Select
        label={t("analyses:field.state")}
        value={newState}
        onChange={setNewState}
        options={analysisStates.map((id) => ({ id, label: t(`analyses:state.${id}`) }))}
      />
      {newState === "FINISHED" && analysis.visibility !== "released" ? (
        <Alert tone="watch">{t("analyses:finished_unreleased")}</Alert>
      ) : null}
    </TypedDialog>
  );
}
