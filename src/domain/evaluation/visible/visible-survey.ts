// Collects what visible rasters show of the components of one type.
import type { Geometry } from "../../component/component-index.ts";
import { leftOutEdge, type EvaluationSettings } from "../evaluation-settings.ts";
import { visitComponents, type ToPixel } from "../raster-survey.ts";
import { visiblePattern, type VisiblePattern } from "./visible-pattern.ts";
import { isInside, visitZone, type PixelWindow, type Size } from "../zone.ts";

/** Red, green and blue as bytes, row by row from the top, and where there are any: the fourth band, or no nodata. */
export type VisibleBlock = PixelWindow & {
  readonly bands: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  readonly isValid: (at: number) => boolean;
};

export type VisibleRaster = Size & { read(window: PixelWindow): Promise<VisibleBlock> };

export type VisibleComponent = {
  readonly row: number;
  readonly valid: number;
  readonly pattern: VisiblePattern;
};

const FULL = 255;

/**
 * Answers the components that have enough valid pixels, by row. Of several rasters the one that shows more of a
 * component counts: pass what they answered before.
 * @param isWhole leaves out components that are cut off by the edge, of which another image shows more
 */
export async function surveyVisible(
  raster: VisibleRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  settings: EvaluationSettings,
  seen: Map<number, VisibleComponent> = new Map(),
  isWhole = false,
): Promise<{ readonly seen: Map<number, VisibleComponent>; readonly pixels: number }> {
  const read = (window: PixelWindow) => raster.read(window);
  const edge = leftOutEdge(settings);
  const pixels = await visitComponents(raster, geometry, toPixel, read, (block, placed) => {
    const { row, ring, window, frame } = placed;
    if (isWhole && !isInside(ring, raster)) return;
    const colours: number[] = [];
    const columns: number[] = [];
    const rows: number[] = [];
    let total = 0;
    visitZone(ring, window, edge, (column, line) => {
      total += 1;
      const at = (line - block.row) * block.width + column - block.column;
      if (!block.isValid(at)) return;
      for (const band of block.bands) colours.push(band[at]! / FULL);
      columns.push(column);
      rows.push(line);
    });
    const valid = columns.length;
    if (valid < settings.least_pixels || valid < settings.least_share * total) return;
    if ((seen.get(row)?.valid ?? 0) >= valid) return;
    const of = {
      colours: Float32Array.from(colours),
      columns: Int32Array.from(columns),
      rows: Int32Array.from(rows),
      total,
    };
    seen.set(row, { row, valid, pattern: visiblePattern(of, frame, settings) });
  });
  return { seen, pixels };
}
