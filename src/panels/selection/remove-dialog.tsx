// Asks before the observations of the selected components are deleted; undo brings them back.
import { useAtomValue, useSetAtom } from "jotai";
import { removeObservations } from "../../state/observation/change.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { removalWords } from "../../state/observation/outbox-words.ts";
import { selectedObservationsAtom } from "../../state/observation/several.ts";
import { selectionAtom } from "../../state/plant/component/selection.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault, showNote } from "../../state/shell/toast.ts";
import { undo } from "../../state/shell/undo.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { selectedWords } from "./selected-words.ts";

export function RemoveDialog({ onClose }: { onClose: () => void }) {
  const selection = useAtomValue(selectionAtom);
  const all = useAtomValue(selectedObservationsAtom);
  const remove = useSetAtom(removeObservations);
  const takeBack = useSetAtom(undo);
  if (!selection) return null;
  const n = formatNumber(all.length);
  const selected = t("selection:count", selectedWords(selection.component_type, selection.count));
  const run = async () => {
    onClose();
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
    <ConfirmDialog
      title={t("observation:delete_selected", { n })}
      confirmLabel={t("observation:delete")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{t("observation:delete_selected_text", { n, selected })}</p>
    </ConfirmDialog>
  );
}
