// The pixels of a module that show its surface: without the warmth of bypassed substrings, and away from their sides.
//
// How rough and how even a place is says whether a module is there. The side of a warm substring is neither: blurred, and
// aslant to the rows of the raster, it made a module as rough as the ground.
import type { Frame } from "../module/module-frame.ts";
import { SUBSTRINGS, type ModulePattern } from "../module/module-pattern.ts";
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
