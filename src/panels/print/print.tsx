// The map as a sheet with title, legend, scale bar, north arrow and attribution: printed, or saved as a PNG.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { createPortal, flushSync } from "react-dom";
import { Printer } from "lucide-react";
import { legendSheetAtom, sheetTitlesAtom } from "../../state/plant/column/legend-sheet.ts";
import { photographerAtom, type MapPicture } from "../../state/map/picture.ts";
import { printOpenAtom } from "../../state/map/print-open.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { isLightOnlyAtom } from "../../state/shell/theme.ts";
import { showFailure } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { drawSheet } from "../../ui/sheet/map-sheet.ts";
import css from "./print.module.css";

const METRES_PER_KM = 1000;
const formatLength = (metres: number) =>
  metres >= METRES_PER_KM
    ? `${formatNumber(metres / METRES_PER_KM)}\u202Fkm`
    : `${formatNumber(metres)}\u202Fm`;

function useDrawing(): (picture: MapPicture) => HTMLCanvasElement {
  const store = useStore();
  return (picture) =>
    drawSheet(picture, {
      ...store.get(sheetTitlesAtom),
      ...store.get(legendSheetAtom),
      north: t("print:north"),
      formatLength,
    });
}

export function Print() {
  const [isOpen, setOpen] = useAtom(printOpenAtom);
  return (
    <>
      <BrowserPrint />
      {isOpen ? <PrintDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Printing from the browser's own menu: the sheet of what is on the screen, at once. */
function BrowserPrint() {
  const store = useStore();
  const draw = useDrawing();
  const [sheet, setSheet] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    const begin = () => {
      // A dialog with a sheet of its own prints that: the map's, or a flight sheet.
      const hasSheet = document.querySelector("[data-print-sheet]") !== null;
      const photographer = hasSheet ? null : store.get(photographerAtom);
      // The browser takes the page as it is when this returns.
      if (photographer) flushSync(() => setSheet(draw(photographer.takeNow())));
    };
    const end = () => setSheet(null);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  });
  return sheet ? <PrintedSheet sheet={sheet} /> : null;
}

/** On paper nothing but the sheet is shown (print.css); on the screen it is hidden. */
function PrintedSheet({ sheet }: { sheet: HTMLCanvasElement }) {
  return createPortal(
    <div data-print-sheet="" ref={(box) => box?.replaceChildren(sheet)} />,
    document.body,
  );
}

function PrintDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const draw = useDrawing();
  const setLight = useSetAtom(isLightOnlyAtom);
  const [sheet, setSheet] = useState<HTMLCanvasElement | null>(null);
  const { title, subtitle } = useAtomValue(sheetTitlesAtom);
  const show = useEffectEvent((picture: MapPicture) => setSheet(draw(picture)));
  useEffect(() => {
    let isClosed = false;
    setLight(true);
    const take = async () => {
      const picture = await store.get(photographerAtom)?.take();
      if (!isClosed && picture) show(picture);
    };
    take().catch(() => showFailure(t("print:failed")));
    return () => {
      isClosed = true;
      setLight(false);
    };
  }, [store, setLight]);
  const save = () =>
    sheet?.toBlob(
      (file) => file && saveBlob(file, `${title} ${subtitle}.png`.replaceAll(/[\\/:*?"<>|]/g, "-")),
    );
  return (
    <Dialog
      size="lg"
      title={t("print:title")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button isDisabled={!sheet} onPress={save}>
            {t("print:png")}
          </Button>
          <Button
            kind="primary"
            isDisabled={!sheet}
            icon={<Printer size={15} aria-hidden="true" />}
            onPress={() => print()}
          >
            {t("print:print")}
          </Button>
        </>
      }
    >
      {sheet ? (
        <>
          <Preview sheet={sheet} label={`${title}, ${subtitle}`} />
          <PrintedSheet sheet={sheet} />
        </>
      ) : (
        <Skeleton label={t("shell:loading")} lines={8} />
      )}
    </Dialog>
  );
}

/** A copy: a canvas is in one place only. */
function Preview({ sheet, label }: { sheet: HTMLCanvasElement; label: string }) {
  return (
    <canvas
      className={css.preview}
      role="img"
      aria-label={label}
      width={sheet.width}
      height={sheet.height}
      ref={(copy) => copy?.getContext("2d")?.drawImage(sheet, 0, 0)}
    />
  );
}
