// Deletes all observations of the selected components, after a question; undo brings them back.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { removeObservations } from "../../state/observation/change.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { removalWords } from "../../state/observation/outbox-words.ts";
import { selectedObservationsAtom } from "../../state/observation/several.ts";
import { selectionAtom } from "../../state/plant/component/selection.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault, showNote } from "../../state/shell/toast.ts";
import { undo } from "../../state/shell/undo.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { selectedWords } from "./selected-words.ts";

/** Nothing where the selected components have no observation. */
export function RemoveObservations() {
  const selection = useAtomValue(selectionAtom);
  const all = useAtomValue(selectedObservationsAtom);
  const remove = useSetAtom(removeObservations);
  const takeBack = useSetAtom(undo);
  const [isAsking, setAsking] = useState(false);
  const mayRemove = useAtomValue(askAtom)("observation.remove") === null;
  if (!selection || !mayRemove || all.length === 0) return null;
  const run = async () => {
    setAsking(false);
    try {
      const { waiting } = await remove(all);
      const action = {
        label: t("shell:command.undo"),
        run: () => void takeBack().catch(showFault),
      };
      if (waiting > 0) showNote(removalWords(waiting), action);
      else showDone(t("observation:deleted", { count: all.length }), action);
    } catch (cause) {
      showStorageFault(cause);
    }
  };
  return (
    <>
      <IconButton
        size="sm"
        label={t("observation:delete_selected", { n: formatNumber(all.length) })}
        onPress={() => setAsking(true)}
      >
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <ConfirmDialog
          title={t("observation:delete_selected", { n: formatNumber(all.length) })}
          confirmLabel={t("observation:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          <p>
            {t("observation:delete_selected_text", {
              n: formatNumber(all.length),
              selected: t(
                "selection:count",
                selectedWords(selection.component_type, selection.count),
              ),
            })}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
