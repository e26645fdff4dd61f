// The map as a sheet with title, legend, scale bar, north arrow and attribution: printed, or saved as a PNG.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { createPortal, flushSync } from "react-dom";
import { Printer } from "lucide-react";
import { legendSheetAtom, sheetTitlesAtom } from "../../state/plant/column/legend-sheet.ts";
import { photographerAtom, type MapPicture, type PictureExtent } from "../../state/map/picture.ts";
import { pictureNotesAtom } from "../../state/map/picture-note.ts";
import { printOpenAtom } from "../../state/map/print-open.ts";
import { printPaperAtom, type PrintPaper } from "../../state/map/print-paper.ts";
import { plantBoundsAtom } from "../../state/plant/plant.ts";
import { countedAgain } from "../../state/plant/column/counted-again.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { isLightOnlyAtom } from "../../state/shell/theme.ts";
import { showFailure } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { drawSheet, mapRoom, type SheetContent } from "../../ui/sheet/map-sheet.ts";
import type { SheetLegend } from "../../ui/sheet/sheet-legend.ts";
import { metresPerPixelAt, paperMm } from "../../ui/sheet/paper.ts";
import { PaperChoice } from "./paper-choice.tsx";
import { scaleWords } from "./scale-words.ts";
import { paperOf, sheetPaper } from "./sheet-paper.ts";
import css from "./print.module.css";

type Bounds = Extract<PictureExtent, { bounds: unknown }>["bounds"];

const METRES_PER_KM = 1000;
const formatLength = (metres: number) =>
  metres >= METRES_PER_KM
    ? `${formatNumber(metres / METRES_PER_KM)}\u202Fkm`
    : `${formatNumber(metres)}\u202Fm`;

/** What a sheet says, and what its picture lacks once there is one. */
function useContent(): (picture?: MapPicture) => SheetContent {
  const store = useStore();
  return (picture) => ({
    ...store.get(sheetTitlesAtom),
    ...withNotes(store.get(legendSheetAtom), picture ? store.get(pictureNotesAtom)(picture) : []),
    north: t("print:north"),
    tilted: t(store.get(photographerAtom)?.isSpace ? "print:space" : "print:tilted"),
    formatLength,
  });
}

const withNotes = (legend: SheetLegend, notes: readonly string[]): SheetLegend => ({
  ...legend,
  notes: [...notes, ...legend.notes],
});

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
  const content = useContent();
  const [sheet, setSheet] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    const begin = () => {
      // A dialog with a sheet of its own prints that: the map's, or a flight sheet.
      const hasSheet = document.querySelector("[data-print-sheet]") !== null;
      const photographer = hasSheet ? null : store.get(photographerAtom);
      // The browser takes the page as it is when this returns.
      if (!photographer) return;
      try {
        const picture = photographer.takeNow();
        flushSync(() => setSheet(drawSheet(picture, content(picture))));
      } catch {
        showFailure(t("print:failed"));
      }
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
  const setLight = useSetAtom(isLightOnlyAtom);
  const chosen = useAtomValue(printPaperAtom);
  const { title, subtitle } = useAtomValue(sheetTitlesAtom);
  useEffect(() => {
    setLight(true);
    return () => setLight(false);
  }, [setLight]);
  const made = useSheet(chosen);
  usePageSize(chosen);
  const save = () =>
    made?.sheet.toBlob(
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
          <Button isDisabled={!made} onPress={save}>
            {t("print:png")}
          </Button>
          <Button
            kind="primary"
            isDisabled={!made}
            icon={<Printer size={15} aria-hidden="true" />}
            onPress={() => print()}
          >
            {t("print:print")}
          </Button>
        </>
      }
    >
      <PaperChoice isTilted={made?.isTilted ?? false} />
      {made ? (
        <>
          <Preview sheet={made.sheet} label={`${title}, ${subtitle}`} />
          <PrintedSheet sheet={made.sheet} />
        </>
      ) : (
        <Skeleton label={t("print:drawing")} lines={8} />
      )}
    </Dialog>
  );
}

type Made = { readonly sheet: HTMLCanvasElement; readonly isTilted: boolean };

/** The sheet of the chosen paper; null while it is drawn. */
function useSheet(chosen: PrintPaper): Made | null {
  const store = useStore();
  const content = useContent();
  const [made, setMade] = useState<{ readonly of: PrintPaper; readonly made: Made } | null>(null);
  /** Ends once the view is as it was before. */
  const taking = useRef<Promise<void>>(Promise.resolve());
  const take = useEffectEvent(async (of: PrintPaper) => {
    const photographer = store.get(photographerAtom);
    if (!photographer) throw new Error("there is no view");
    const paper = sheetPaper(of, photographer.hasCard);
    if (!paper) {
      const picture = await photographer.take();
      return { sheet: drawSheet(picture, content(picture)), isTilted: picture.isTilted };
    }
    const frame = {
      ...mapRoom(content(), paper),
      sharpness: paper.sharpness,
      extent: extentOf(of, store.get(plantBoundsAtom)),
    };
    let framed = content();
    const picture = await photographer.takeFramed(frame, async () => {
      await countedAgain(store);
      framed = content();
    });
    const scale = scaleWords(of, picture);
    const lacking = store.get(pictureNotesAtom)(picture);
    const words = withNotes(framed, scale === null ? lacking : [scale, ...lacking]);
    const sheet = drawSheet(picture, { ...framed, ...words }, paper);
    return { sheet, isTilted: picture.isTilted };
  });
  useEffect(() => {
    let isStale = false;
    const begin = async () => {
      if (isStale) return;
      const drawn = await take(chosen);
      if (!isStale) setMade({ of: chosen, made: drawn });
    };
    taking.current = taking.current
      .then(begin)
      .catch(() => (isStale ? undefined : showFailure(t("print:failed"))));
    return () => {
      isStale = true;
    };
  }, [chosen]);
  return made?.of === chosen ? made.made : null;
}

/** @param plant the bounds of the whole plant, null where they are not known */
function extentOf({ scale }: PrintPaper, plant: Bounds | null): PictureExtent {
  if (typeof scale === "number") return { metresPerPixel: metresPerPixelAt(scale) };
  return scale === "plant" && plant ? { bounds: plant } : "screen";
}

/** Lets the browser print on paper of this size, without margins of its own. */
function usePageSize(chosen: PrintPaper): void {
  useEffect(() => {
    const paper = paperOf(chosen);
    if (!paper) return;
    const [width, height] = paperMm(paper);
    const rules = new CSSStyleSheet();
    rules.replaceSync(
      `@page { size: ${width}mm ${height}mm; margin: 0; }
       @media print { [data-print-sheet] canvas { width: ${width}mm; max-height: none; } }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    };
  }, [chosen]);
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
