// Asks for confirmation before an action that affects other users.
import { t } from "../../state/shell/locale.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";

export function ConfirmAction({
  text,
  ...rest
}: {
  title: string;
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog cancel={t("shell:cancel")} closeLabel={t("shell:close")} {...rest}>
      {text}
    </ConfirmDialog>
  );
}
