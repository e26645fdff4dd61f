// How the temperature differs from part to part of a component: a module is even in itself, open ground is not.
//
// Blocks of about half a metre are compared with those beside them, as the strips of ground beside a module are
// compared with each other (ground-beside.ts), so that both numbers mean the same.
import { medianOf, percentileReordering } from "../median.ts";
import type { Frame } from "./module/module-frame.ts";
import type { ZonePixels } from "./zonal-statistics.ts";

/** Metres that a block is long and wide, about. */
const BLOCK_M = 0.55;
/** Pixels of a block. */
const LEAST_PIXELS = 9;

/** Of the pixels of a block: what hot cells leave as it is. */
const QUARTILE = 0.25;
/** Pairs of blocks. */
const LEAST_STEPS = 5;

/**
 * Median size in K of the steps from block to block, of which a warm third, a shaded end or a hot cell changes fewer
 * than half; NaN where the pixels are too coarse.
 */
export function reliefOf(
  { values, columns, rows }: ZonePixels,
  frame: Frame,
  size: { readonly length: number; readonly width: number },
): number {
  const along = Math.max(2, Math.round(size.length / BLOCK_M));
  const across = Math.max(1, Math.round(size.width / BLOCK_M));
  const blocks = Array.from({ length: along * across }, (): number[] => []);
  for (let at = 0; at < values.length; at++) {
    const [u, v] = frame(columns[at]! + 0.5, rows[at]! + 0.5);
    const i = Math.min(along - 1, Math.max(0, Math.floor(u * along)));
    const k = Math.min(across - 1, Math.max(0, Math.floor(v * across)));
    blocks[i * across + k]!.push(values[at]!);
  }
  const levels = blocks.map((one) =>
    one.length < LEAST_PIXELS ? NaN : percentileReordering(Float64Array.from(one), QUARTILE),
  );
  const steps: number[] = [];
  for (let i = 0; i < along; i++) {
    for (let k = 0; k < across; k++) {
      const own = levels[i * across + k]!;
      if (i + 1 < along) steps.push(levels[(i + 1) * across + k]! - own);
      if (k + 1 < across) steps.push(levels[i * across + k + 1]! - own);
    }
  }
  const known = steps.filter((one) => !Number.isNaN(one));
  return known.length < LEAST_STEPS ? NaN : medianOf(known.map((one) => Math.abs(one)));
}
