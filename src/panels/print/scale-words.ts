// The scale that is written on a sheet: what the picture has, not what was asked for.
import type { MapPicture } from "../../state/map/picture.ts";
import type { PrintPaper } from "../../state/map/print-paper.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { metresPerPixelAt, scaleAt } from "../../ui/sheet/paper.ts";

/** Parts by which a picture may differ from the chosen scale. The map's projection makes up to 0.7 % of itself. */
const EXACT = 0.01;

/**
 * "1 : 1,000 on A4" where the picture has the chosen scale, "about 1 : 1,440 on A4" where it has another one, such as
 * the nearest that the map can show; null where no scale holds.
 */
export function scaleWords(
  { size, scale }: Pick<PrintPaper, "size" | "scale">,
  { isTilted, metresPerPixel }: Pick<MapPicture, "isTilted" | "metresPerPixel">,
): string | null {
  if (isTilted) return null;
  const paper = t(`print:papers.${size}`);
  const isChosen = (one: number) => Math.abs(metresPerPixel / metresPerPixelAt(one) - 1) < EXACT;
  if (typeof scale === "number" && isChosen(scale)) {
    return t("print:scale_on", { scale: formatNumber(scale), paper });
  }
  const exact = scaleAt(metresPerPixel);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 2);
  return t("print:about", { scale: formatNumber(Math.round(exact / step) * step), paper });
}
