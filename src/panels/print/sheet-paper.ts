// The paper of a chosen size.
import type { PrintPaper } from "../../state/map/print-paper.ts";
import type { SheetPaper } from "../../ui/sheet/map-sheet.ts";
import { dotsPerInch, paperPixels, sharpnessOf, type Paper } from "../../ui/sheet/paper.ts";

/** Null where the sheet is as large as the screen's map. */
export function paperOf({ size, isUpright }: PrintPaper): Paper | null {
  return size === "screen" ? null : { size, isUpright };
}

/** @param hasCard whether a graphics card draws the many pixels of paper */
export function sheetPaper(chosen: PrintPaper, hasCard: boolean): SheetPaper | null {
  const paper = paperOf(chosen);
  if (!paper) return null;
  const sharpness = sharpnessOf(dotsPerInch(paper, hasCard));
  return { ...paperPixels(paper), sharpness, isUpright: chosen.isUpright };
}
