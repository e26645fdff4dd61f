// A file can be dropped anywhere on the pages of a plant: a panel says what it is and imports it.
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import { filesOfDrop } from "../../client/chosen-file.ts";
import { permittedDestinationsAtom, takeDropped } from "../../state/import/dropped-file.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showNote } from "../../state/shell/toast.ts";
import { PageDrop } from "../../ui/form/page-drop.tsx";

/** @param isPage a page of the plant covers the panels, so it is left for the one that imports */
export function DropFile({ isPage }: { isPage: boolean }) {
  const plant = valueOf(useAtomValue(plantAtom));
  const isRefused = useAtomValue(permittedDestinationsAtom).length === 0;
  const take = useSetAtom(takeDropped);
  const [, navigate] = useLocation();
  if (!plant) return null;
  const onDrop = (data: DataTransfer) => {
    // The browser empties the lists after the event.
    const dropped = { name: data.files[0]?.name ?? "", files: filesOfDrop(data) };
    if (!isPage) {
      void take(dropped);
      return;
    }
    leave(() => {
      navigate(`/plant/${plant.id}`);
      void take(dropped);
    });
  };
  const words = isRefused
    ? t("file-preview:drop.over_refused")
    : t("file-preview:drop.over", { plant: plant.name });
  return <PageDrop words={words} isRefused={isRefused} onDrop={onDrop} onRefused={showNote} />;
}
