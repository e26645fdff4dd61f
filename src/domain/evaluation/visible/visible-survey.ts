// Collects what visible rasters show of the components of one type.
import type { Geometry } from "../../component/component-index.ts";
import { leftOutEdge, type EvaluationSettings } from "../evaluation-settings.ts";
import { visitComponents, type PlacedComponent, type ToPixel } from "../raster-survey.ts";
import { GROUND_COLOUR_M, groundColours } from "./ground-colour.ts";
import type { VisibleBlock } from "./visible-block.ts";
import { visiblePattern, type Colour, type VisiblePattern } from "./visible-pattern.ts";
import { isInside, visitZone, type PixelWindow, type Size } from "../zone.ts";

export type VisibleRaster = Size & { read(window: PixelWindow): Promise<VisibleBlock> };

export type VisibleComponent = {
  readonly row: number;
  readonly valid: number;
  readonly pattern: VisiblePattern;
  /** Of the ground right beside a module; null without a free side, and for other components. */
  readonly ground: Colour | null;
};

const FULL = 255;
/** Metres along the edge of a module that are left out: its frame, and what a place that counts as sure may be wrong by. */
const FRAME_M = 0.06;
/** As bytes: what is darker in all channels, or brighter in one of them, has lost its colour. */
const [DARKEST, BRIGHTEST] = [2, 253];
/** Share of a component's pixels that may have lost their colour. Our limit. */
const MOST_CLIPPED = 0.25;

/**
 * Answers the components that have enough valid pixels, by row. Components that are over- or underexposed are left out. Of several rasters the one that shows more of a
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
  const isModule = geometry.type === "module";
  // The sun in the glass of a tube is always too bright, and its line is what is looked for.
  const mayClip = geometry.type === "absorber_tube";
  const groundOf = isModule ? groundColours(geometry) : null;
  const visit = (block: VisibleBlock, placed: PlacedComponent) => {
    const { row, ring, window, frame, pixel_m2 } = placed;
    if (isWhole && !isInside(ring, raster)) return;
    const colours: number[] = [];
    const columns: number[] = [];
    const rows: number[] = [];
    const pixel_m = Math.sqrt(pixel_m2);
    const edge = Math.max(leftOutEdge(settings), isModule ? FRAME_M / pixel_m : 0);
    let [total, clipped] = [0, 0];
    visitZone(ring, window, edge, (column, line) => {
      total += 1;
      const at = (line - block.row) * block.width + column - block.column;
      if (!block.isValid(at)) return;
      const [red, green, blue] = [block.bands[0][at]!, block.bands[1][at]!, block.bands[2][at]!];
      const most = Math.max(red, green, blue);
      if (most <= DARKEST || most >= BRIGHTEST) clipped += 1;
      colours.push(red / FULL, green / FULL, blue / FULL);
      columns.push(column);
      rows.push(line);
    });
    const valid = columns.length;
    if (valid < settings.least_pixels || valid < settings.least_share * total) return;
    if (!mayClip && clipped > MOST_CLIPPED * valid) return;
    if ((seen.get(row)?.valid ?? 0) >= valid) return;
    const of = {
      colours: Float32Array.from(colours),
      columns: Int32Array.from(columns),
      rows: Int32Array.from(rows),
      total,
    };
    const ground = groundOf?.(row, block, toPixel, pixel_m) ?? null;
    seen.set(row, { row, valid, pattern: visiblePattern(of, frame, settings), ground });
  };
  const margin_m = isModule ? GROUND_COLOUR_M : 0;
  const pixels = await visitComponents(raster, geometry, toPixel, read, visit, margin_m);
  return { seen, pixels };
}
