// Asks for confirmation before a plant is deleted.
import { useState } from "react";
import { useSetAtom } from "jotai";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { removePlant } from "../../state/settings/plants.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";

export function RemovePlant({ plant, onClose }: { plant: PlantStatus; onClose: () => void }) {
  const remove = useSetAtom(removePlant);
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await remove(plant.id);
      showDone(t("plants:remove.done", { name: plant.name }));
    } catch (cause) {
      showFault(cause);
    }
    onClose();
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t("plants:remove.title", { name: plant.name })}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button kind="danger" isPending={isPending} onPress={() => void confirm()}>
            {t("plants:remove.act")}
          </Button>
        </>
      }
    >
      {t("plants:remove.text")}
    </Dialog>
  );
}
