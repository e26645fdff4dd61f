// The work order on paper: what it is, a map with the walk, and the stops in their order with boxes to tick.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { Printer } from "lucide-react";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { photographerAtom, type MapPicture } from "../../state/map/picture.ts";
import { pictureNotesAtom } from "../../state/map/picture-note.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { showWalk, walkBoundsAtom, walkLengthAtom } from "../../state/plant/work-order/listed.ts";
import { findingsReasonAtom } from "../../state/plant/work-order/words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { isLightOnlyAtom } from "../../state/shell/theme.ts";
import { showFailure } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { drawSheet } from "../../ui/sheet/map-sheet.ts";
import { CanvasCopy, PrintedSheet } from "../printed-sheet.tsx";
import { croppedTo } from "../sheet-crop.ts";
import { SheetStops } from "./sheet-stops.tsx";
import css from "./order-sheet.module.css";
import { serverTime } from "../../state/shell/server-time.ts";

export function PrintOrder({ order }: { order: WorkOrder }) {
  const [isOpen, setOpen] = useState(false);
  // A sheet without its stops looks like an order without work.
  const reason = useAtomValue(findingsReasonAtom)(order);
  return (
    <>
      <IconButton
        size="sm"
        label={t("work-order:sheet.title")}
        reason={reason}
        onPress={() => setOpen(true)}
      >
        <Printer size={14} aria-hidden="true" />
      </IconButton>
      {isOpen ? <SheetDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SheetDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const store = useStore();
  const setLight = useSetAtom(isLightOnlyAtom);
  const fit = useSetAtom(showWalk);
  const plant = valueOf(useAtomValue(plantAtom));
  const length_m = useAtomValue(walkLengthAtom);
  // Without a map, in a browser that draws none, the list alone is the sheet.
  const [map, setMap] = useState<HTMLCanvasElement | "none" | null>(null);
  const draw = useEffectEvent((whole: MapPicture) => {
    const [camera, bounds] = [store.get(cameraAtom), store.get(walkBoundsAtom)];
    const picture = camera && bounds ? croppedTo(whole, camera, bounds) : whole;
    setMap(
      drawSheet(picture, {
        title: `${workOrderCode(order.number)} ${order.title}`,
        subtitle: plant?.name ?? "",
        legendTitle: t("work-order:walk"),
        rows: [],
        ramps: [],
        notes: [
          ...store.get(pictureNotesAtom)(whole),
          distanceWords(length_m),
          t("work-order:walk_straight"),
          t("print:made", { date: formatDate(serverTime()) }),
        ],
        north: t("print:north"),
        tilted: t("print:tilted"),
        formatLength: (metres) => `${formatNumber(metres)}\u202Fm`,
      }),
    );
  });
  const show = useEffectEvent(() => fit(true));
  useEffect(() => {
    let isClosed = false;
    setLight(true);
    show();
    const take = async () => {
      const picture = await store.get(photographerAtom)?.take();
      if (isClosed) return;
      if (picture) draw(picture);
      else setMap("none");
    };
    take().catch(() => {
      setMap("none");
      showFailure(t("print:failed"));
    });
    return () => {
      isClosed = true;
      setLight(false);
    };
  }, [store, setLight]);
  const sheet = map ? (
    <article className={css.sheet} lang={document.documentElement.lang}>
      {map === "none" ? null : (
        <CanvasCopy className={css.map} of={map} label={t("work-order:walk")} />
      )}
      <SheetStops order={order} hasMap={map !== "none"} />
    </article>
  ) : null;
  return <PrintedSheet title={t("work-order:sheet.title")} sheet={sheet} onClose={onClose} />;
}
