// Asks for confirmation before a plant is deleted.
import { useSetAtom } from "jotai";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { removePlant } from "../../state/settings/plants.ts";
import { showDone } from "../../state/shell/toast.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";

export function RemovePlant({ plant, onClose }: { plant: PlantStatus; onClose: () => void }) {
  const remove = useSetAtom(removePlant);
  const [isPending, whilePending] = usePending();
  const confirm = async () => {
    await whilePending(async () => {
      await remove(plant.id);
      showDone(t("plants:remove.done", { name: plant.name }));
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("plants:remove.title", { name: plant.name })}
      confirmLabel={t("plants:remove.act")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t("plants:remove.text")}
    </ConfirmDialog>
  );
}
