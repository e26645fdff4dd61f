// Asks before a value of a released analysis is changed: its customer sees the change at once.
import { t } from "../../state/shell/locale.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";

type ReleasedQuestionProps = {
  onConfirm: () => void;
  onClose: () => void;
  /** Undoing a change instead of making one. */
  undoes?: boolean;
};

export function ReleasedQuestion({ onConfirm, onClose, undoes = false }: ReleasedQuestionProps) {
  return (
    <ConfirmDialog
      title={t("component:released_title")}
      confirmLabel={t(undoes ? "component:released_undo" : "component:released_confirm")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t("component:released_text")}
    </ConfirmDialog>
  );
}
