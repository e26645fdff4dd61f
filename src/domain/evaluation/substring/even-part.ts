// The pixels of a module that show its surface: without the warmth of bypassed substrings, and away from their sides.
//
// How rough and how even a place is says whether a module is there. The side of a warm substring is neither: blurred, and
// aslant to the rows of the raster, it made a module as rough as the ground. So did soil, whose warmth thins out.
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { Frame } from "../module/module-frame.ts";
import { SHARP, type ModulePattern, type ModuleSize } from "../module/module-pattern.ts";
import { below, spreadsOf } from "../spot/spot-patch.ts";
import { SUBSTRINGS } from "./half-substring.ts";
import type { ZonePixels } from "../zonal-statistics.ts";

/** Part across a substring, to both sides of its middle, that hardly sees the next one; and at the middle of the module. */
const MIDDLE = 0.25;
const END = 0.1;

type Warm = Pick<ModulePattern, "warm_substrings" | "warm_strips" | "warm_end" | "substring_k">;

export function withoutSubstrings(pixels: ZonePixels, frame: Frame, warm: Warm): ZonePixels {
  if (warm.warm_substrings === 0) return pixels;
  const { values, columns, rows } = pixels;
  const kept: number[] = [];
  const own: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const [u, v] = frame(columns[at]! + 0.5, rows[at]! + 0.5);
    const strip = Math.min(SUBSTRINGS - 1, Math.max(0, Math.floor(v * SUBSTRINGS)));
    if (Math.abs(v * SUBSTRINGS - strip - 0.5) > MIDDLE) continue;
    if (warm.warm_end !== null && Math.abs(u - 0.5) < END) continue;
    const isEnd = warm.warm_end === null || (u < 0.5 ? 0 : 1) === warm.warm_end;
    const isWarm = isEnd && ((warm.warm_strips >> strip) & 1) === 1;
    kept.push(at);
    own.push(values[at]! - (isWarm ? warm.substring_k : 0));
  }
  return {
    ...pixels,
    values: Float64Array.from(own),
    columns: Int32Array.from(kept, (at) => columns[at]!),
    rows: Int32Array.from(kept, (at) => rows[at]!),
  };
}

/** Of the roughness of a module, what the side of a warm substring may make of it: from here it is not known. Our limit. */
const MOST_LEAK = 0.5;

/**
 * Whether the side of a warm substring, which blur and pixels carry as far as the middle half that is used, may have made
 * the roughness of a module: at 12 cm such modules were as rough as the ground, and "missing".
 * @param rough_k median difference of two pixels beside each other, in K
 */
export function isRoughBySubstring(
  rough_k: number,
  { warm_substrings, substring_k }: Warm,
  { width, pixel_m2, blur = SHARP }: ModuleSize,
): boolean {
  if (warm_substrings === 0) return false;
  const grain = { pixel_m: Math.sqrt(pixel_m2), blur_ratio: blur.ratio };
  const [, across] = spreadsOf(grain, blur.pixels);
  const leak_k = substring_k * below((-(0.5 - MIDDLE) * width) / SUBSTRINGS / across);
  return leak_k > MOST_LEAK * rough_k;
}

/** Of the warmth of an edge that is soiled: less thins out as well. Our limit. */
const LEAST_WARM = 0.5;

/**
 * The half that lies opposite to a warm edge, whose warmth thins out; all pixels where no edge is warm.
 * @param factor turns K into K at 1000 W/m2
 */
export function oppositeHalf(
  pixels: ZonePixels,
  frame: Frame,
  { edge_k, edge_side }: Pick<ModulePattern, "edge_k" | "edge_side">,
  factor: number,
  { soil_warm_k }: EvaluationSettings,
): ZonePixels {
  if (edge_k * factor < LEAST_WARM * soil_warm_k) return pixels;
  const { values, columns, rows } = pixels;
  const axis = edge_side < 2 ? 0 : 1;
  const kept = [...values.keys()].filter((at) => {
    const part = frame(columns[at]! + 0.5, rows[at]! + 0.5)[axis];
    return (edge_side % 2 === 0 ? part : 1 - part) > 0.5;
  });
  return {
    ...pixels,
    values: Float64Array.from(kept, (at) => values[at]!),
    columns: Int32Array.from(kept, (at) => columns[at]!),
    rows: Int32Array.from(kept, (at) => rows[at]!),
  };
}
