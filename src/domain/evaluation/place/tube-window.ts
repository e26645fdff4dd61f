// Which tubes lie where the common movement has them: a mosaic may jump within itself.
//
// The movement is that of most lines, so up to a third of them may lie elsewhere. There the mirror is measured for the
// tube, and a cold mirror looks like an intact tube. So the line of each tube is looked for.
import type { Geometry } from "../../component/component-index.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import type { Windows } from "./place-check.ts";
import type { Point } from "./place-window.ts";
import { stripAt } from "./tube-line.ts";
import { agreesAcross, clearLineIn, REACH_M } from "./tube-place.ts";

/** Metres around a tube within which its line is looked for; further where there is none. */
const REACHES = [0.5, REACH_M] as const;
/** Tubes that are checked, evenly chosen: more would slow an evaluation down. */
const MOST_TUBES = 4000;

/** The middles of the tubes with a clear line, where it lies in its place and where it does not. */
export async function tubeWindows(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<Windows> {
  const { centreX, centreY, length } = geometry;
  const rows = Array.from(length.keys()).filter((row) => {
    const [column, line] = toPixel(centreX[row]!, centreY[row]!);
    const isIn = column >= 0 && line >= 0 && column < raster.width && line < raster.height;
    return length[row]! > 0 && isIn;
  });
  const step = Math.max(1, Math.ceil(rows.length / MOST_TUBES));
  const [agreed, strayed]: [Point[], Point[]] = [[], []];
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at]!;
    for (const reach of REACHES) {
      const strip = await stripAt(raster, geometry, toPixel, row, reach);
      const found = strip && clearLineIn(strip, length[row]!, reach);
      if (!found) continue;
      (agreesAcross(found.across) ? agreed : strayed).push([centreX[row]!, centreY[row]!]);
      break;
    }
  }
  return { agreed, strayed };
}
