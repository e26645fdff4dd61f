// Asks for confirmation before a saved view is deleted.
import { useSetAtom } from "jotai";
import type { SavedView } from "../../domain/plant/saved-view.ts";
import { removeView } from "../../state/plant/saved-view.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";

export function RemoveView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useSetAtom(removeView);
  const { name } = view;
  const confirm = () => {
    onClose();
    void remove(view).then(() => showDone(t("saved-view:removed", { name })), showFault);
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t("saved-view:remove_title", { name })}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button kind="danger" onPress={confirm}>
            {t("saved-view:remove")}
          </Button>
        </>
      }
    >
      {t(view.is_shared ? "saved-view:remove_text_shared" : "saved-view:remove_text")}
    </Dialog>
  );
}
