// The buttons at the foot of a dialog: the one that leaves it as it was, and the one that acts.
import { t } from "../state/shell/locale.ts";
import { Button, type ButtonProps } from "../ui/button.tsx";

export function DialogActions({ onClose, ...act }: ButtonProps & { onClose: () => void }) {
  return (
    <>
      <Button onPress={onClose}>{t("shell:cancel")}</Button>
      <Button {...act} />
    </>
  );
}
