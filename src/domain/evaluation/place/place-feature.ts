// What of a picture and of a pattern is compared: temperatures against those around, and how rough the picture is.
import { percentileReordering } from "../../median.ts";

/** Rows from the top; NaN where there is no value. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
};

/** Numbers for the columns and for the rows of a picture. */
export type Cells = readonly [across: number, down: number];

/** Means of `size` pixels each; NaN where less than half of them have a value. */
export function shrunk({ width, height, values }: Picture, [sx, sy]: Cells): Picture {
  const [across, down] = [Math.floor(width / sx), Math.floor(height / sy)];
  const means = new Float32Array(across * down);
  const half = (sx * sy) / 2;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      let [sum, count] = [0, 0];
      for (let y = row * sy; y < (row + 1) * sy; y++) {
        const from = y * width + column * sx;
        for (let at = from; at < from + sx; at++) {
          const value = values[at]!;
          if (value !== value) continue;
          sum += value;
          count += 1;
        }
      }
      means[row * across + column] = count >= half ? sum / count : NaN;
    }
  }
  return { width: across, height: down, values: means };
}

/** One of so many slopes is enough for their usual size. */
const SOME = 7;

/** Logarithm of the slope: edges and rough ground have much, the even face of a module has little. */
export function roughness({ width, height, values }: Picture): Picture {
  const slopes = new Float32Array(values.length).fill(NaN);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const dx = values[at + 1]! - values[at - 1]!;
      const dy = values[at + width]! - values[at - width]!;
      slopes[at] = Math.sqrt(dx * dx + dy * dy);
    }
  }
  const some = new Float64Array(Math.ceil(slopes.length / SOME));
  let known = 0;
  for (let at = 0; at < slopes.length; at += SOME)
    if (slopes[at] === slopes[at]) some[known++] = slopes[at]!;
  const floor = Math.max(1e-6, percentileReordering(some.subarray(0, known), 0.25) || 0);
  for (let at = 0; at < slopes.length; at++) slopes[at] = Math.log(slopes[at]! + floor);
  return { width, height, values: slopes };
}

/** Values that lie further from the others than so many standard deviations count as if they lay there. */
const CLIP = 3;

/**
 * What is above the mean of the cells around, cut at three standard deviations: a warmer end of the plant, and single
 * hot things, say nothing of the place. 0 where there is no value.
 * @param reach cells to each side of the mean
 */
export function standingOut({ width, height, values }: Picture, reach: Cells): Picture {
  const size = [width, height] as const;
  const isWhole = values.every((value) => value === value);
  const around = boxed(isWhole ? values : values.map(orNothing), size, reach, scratch[0]);
  const known = isWhole
    ? countsAround(size, reach, scratch[1])
    : boxed(values.map(isKnown), size, reach, scratch[1]);
  const out = new Float32Array(values.length);
  let square = 0;
  for (let at = 0; at < out.length; at++) {
    const value = values[at]!;
    if (value !== value || known[at] === 0) continue;
    const over = value - around[at]! / known[at]!;
    out[at] = over;
    square += over * over;
  }
  const most = CLIP * Math.sqrt(square / out.length);
  for (let at = 0; at < out.length; at++) {
    if (out[at]! > most) out[at] = most;
    else if (out[at]! < -most) out[at] = -most;
  }
  return { width, height, values: out };
}

const orNothing = (value: number) => (value === value ? value : 0);
const isKnown = (value: number) => (value === value ? 1 : 0);

/** Room for the sums of one picture, kept for the next one: those of a raster have the same size. */
type Scratch = { across: Float64Array; both: Float64Array };
const scratch: readonly [Scratch, Scratch] = [
  { across: new Float64Array(), both: new Float64Array() },
  { across: new Float64Array(), both: new Float64Array() },
];

const roomFor = (kept: Float64Array, length: number): Float64Array =>
  kept.length === length ? kept : new Float64Array(length);

/** How many cells lie around each, in a picture without holes. */
function countsAround([width, height]: Cells, [rx, ry]: Cells, room: Scratch): Float64Array {
  const span = (size: number, reach: number) =>
    Float64Array.from(
      { length: size },
      (_, at) => Math.min(size - 1, at + reach) - Math.max(0, at - reach) + 1,
    );
  const [across, down] = [span(width, rx), span(height, ry)];
  const counts = (room.both = roomFor(room.both, width * height));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      counts[row * width + column] = across[column]! * down[row]!;
  return counts;
}

/** Sums over the cells around, in the room; they count until it is used again. */
function boxed(
  values: Float32Array,
  [width, height]: Cells,
  [rx, ry]: Cells,
  room: Scratch,
): Float64Array {
  const across = (room.across = roomFor(room.across, values.length));
  for (let row = 0; row < height; row++) {
    let sum = 0;
    const from = row * width;
    for (let column = -rx; column < width; column++) {
      if (column + rx < width) sum += values[from + column + rx]!;
      if (column - rx - 1 >= 0) sum -= values[from + column - rx - 1]!;
      if (column >= 0) across[from + column] = sum;
    }
  }
  // Down the columns, row by row: what lies together is read together.
  const both = (room.both = roomFor(room.both, values.length));
  const sums = new Float64Array(width);
  for (let row = -ry; row < height; row++) {
    const [next, last] = [(row + ry) * width, (row - ry - 1) * width];
    for (let column = 0; column < width; column++) {
      if (row + ry < height) sums[column]! += across[next + column]!;
      if (last >= 0) sums[column]! -= across[last + column]!;
      if (row >= 0) both[row * width + column] = sums[column]!;
    }
  }
  return both;
}
