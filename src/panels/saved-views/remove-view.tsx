// Asks for confirmation before a saved view is deleted.
import { useSetAtom } from "jotai";
import type { SavedView } from "../../domain/plant/saved-view.ts";
import { removeView } from "../../state/plant/saved-view.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";

export function RemoveView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useSetAtom(removeView);
  const { name } = view;
  const confirm = () => {
    onClose();
    void remove(view).then(() => showDone(t("saved-view:removed", { name })), showFault);
  };
  return (
    <ConfirmDialog
      title={t("saved-view:remove_title", { name })}
      confirmLabel={t("saved-view:remove")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(view.is_shared ? "saved-view:remove_text_shared" : "saved-view:remove_text")}
    </ConfirmDialog>
  );
}
