// Asks for confirmation before an action that affects other users.
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";

export function ConfirmAction({
  title,
  text,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button kind="danger" onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
