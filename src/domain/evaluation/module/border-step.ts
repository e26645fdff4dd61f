// A straight step inside of one module along a column or a row of its raster, as the border of two images makes it.
import { medianOf } from "../../median.ts";
import type { ZonePixels } from "../zonal-statistics.ts";
import type { Frame } from "./module-frame.ts";

/** A straight step in one module, in pixels of its raster. */
export type BorderStep = {
  /** Number of the direction of its normal, see `DIRECTIONS`. */
  readonly direction: number;
  /** Where the line lies along that normal, and the middle of the module along the line. */
  readonly at: number;
  readonly along: number;
  /** Metres of the middle of the line from the corner of the module, along its long side and across. */
  readonly inside_m: readonly [along: number, across: number];
  /** Side of a pixel on the ground in metres. */
  readonly pixel_m: number;
  /** K as measured of the side where the normal points to, over the other one. */
  readonly step_k: number;
  /** It explains clearly more than any step along the sides of the module, as those of substrings and shadows are. */
  readonly is_aslant: boolean;
};

/**
 * Normals that are tried: the axes of the raster, along which images are cut. Any other direction lies close to some
 * side of a substring.
 */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
] as const;
/** K normalised of a step that changes what is said of a module. Our limit. */
const LEAST_STEP_K = 0.5;
/** Pixels on each side: of a module that is just touched, as many as make a spot. */
const LEAST_PIXELS = 2;
/**
 * Of what differs beyond noise, the part that the step explains: more than a spot has. Of an even gradient it explains three
 * quarters: whether the step is a border is for the modules around to say.
 */
const EXPLAINED = 0.5;
/** Over the best step along the sides of the module. Our limit. */
const CLEARLY = 1.15;
/** K normalised; what is further from the median counts as this: a hot cell in a module must not hide its step. */
const MOST_K = 4;
/** Median difference of two normally distributed numbers over their standard deviation. */
const PAIR_MEDIAN = 0.954;

/**
 * The straight step that explains most of what the pixels differ by; null where none does.
 * @param factor turns K into K at 1000 W/m2
 * @param rough_k median difference of two pixels beside each other, in K
 * @param size of the module in metres, and the ground area of a pixel
 */
export function stepInside(
  pixels: ZonePixels,
  frame: Frame,
  factor: number,
  rough_k: number,
  size: { readonly length: number; readonly width: number; readonly pixel_m2: number },
): BorderStep | null {
  const { columns, rows } = pixels;
  const count = columns.length;
  if (count < 2 * LEAST_PIXELS) return null;
  const [middle, most] = [medianOf(pixels.values), MOST_K / factor];
  const values = pixels.values.map((one) => Math.min(most, Math.max(-most, one - middle)));
  const noise = (rough_k / PAIR_MEDIAN) ** 2;
  const mean = values.reduce((sum, one) => sum + one, 0) / count;
  const total = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const beyond = total - count * noise;
  if (!(beyond > LEAST_PIXELS * (LEAST_STEP_K / factor) ** 2)) return null;
  let best = { gain: 0, direction: 0, at: 0, step_k: 0 };
  const middleAt = (at: number) => [columns[at]! + 0.5, rows[at]! + 0.5] as const;
  for (const [direction, [x, y]] of DIRECTIONS.entries()) {
    const places = Float64Array.from(values, (_, at) => {
      const [column, row] = middleAt(at);
      return column * x + row * y;
    });
    const found = stepAlong(places, values);
    if (found.gain > best.gain) best = { ...found, direction };
  }
  if (best.gain < EXPLAINED * beyond || Math.abs(best.step_k) * factor < LEAST_STEP_K) return null;
  const [x, y] = DIRECTIONS[best.direction]!;
  const [column, row] = middleOf(pixels);
  const along = row * x - column * y;
  const [u, v] = frame(best.at * x - along * y, best.at * y + along * x);
  const inside_m = [u * size.length, v * size.width] as const;
  const pixel_m = Math.sqrt(size.pixel_m2);
  const own = [size.length, size.width].map((side, axis) =>
    stepAlong(
      Float64Array.from(values, (_, at) => (frame(...middleAt(at))[axis]! * side) / pixel_m),
      values,
    ),
  );
  const is_aslant = own.every(({ gain }) => best.gain >= CLEARLY * gain);
  const { direction, at, step_k } = best;
  return { direction, at, along, inside_m, pixel_m, step_k, is_aslant };
}

/** Middle of the pixels of a component, in pixels of the raster. */
export const middleOf = ({ columns, rows }: ZonePixels) =>
  [meanOf(columns) + 0.5, meanOf(rows) + 0.5] as const;

const meanOf = (values: Int32Array) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The best place of a step, by what it explains of the squares. @param places of the values along a normal, in pixels */
function stepAlong(places: Float64Array, values: Float64Array) {
  const count = values.length;
  let [first, last] = [Infinity, -Infinity];
  for (const place of places) {
    if (place < first) first = place;
    if (place > last) last = place;
  }
  const start = Math.floor(first);
  const size = Math.floor(last) - start + 1;
  const [sums, counts] = [new Float64Array(size), new Uint32Array(size)];
  let whole = 0;
  for (let at = 0; at < count; at++) {
    const bin = Math.floor(places[at]!) - start;
    sums[bin]! += values[at]!;
    counts[bin]! += 1;
    whole += values[at]!;
  }
  let best = { gain: 0, at: 0, step_k: 0 };
  let [sum, number] = [0, 0];
  for (let bin = 0; bin < size - 1; bin++) {
    sum += sums[bin]!;
    number += counts[bin]!;
    const others = count - number;
    if (number < LEAST_PIXELS || others < LEAST_PIXELS) continue;
    const step_k = (whole - sum) / others - sum / number;
    const gain = (step_k ** 2 * number * others) / count;
    if (gain > best.gain) best = { gain, at: start + bin + 1, step_k };
  }
  return best;
}

/** Standard uncertainty in K of the level between both sides: evenly distributed over the step. */
export const borderError = ({ step_k }: BorderStep): number => Math.abs(step_k) / Math.sqrt(12);

/** The pixels with both sides of the step at the middle between them. */
export function withoutStep(pixels: ZonePixels, { direction, at, step_k }: BorderStep): ZonePixels {
  const [x, y] = DIRECTIONS[direction]!;
  const { columns, rows } = pixels;
  const values = pixels.values.map((value, one) => {
    const place = (columns[one]! + 0.5) * x + (rows[one]! + 0.5) * y;
    return value - (place >= at ? step_k : -step_k) / 2;
  });
  return { ...pixels, values };
}
