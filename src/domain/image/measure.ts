// Measurements in a grid of temperatures: a spot, a line, an area, and the outline of a component.
import { insideRing } from "../component/ring.ts";

export type Grid = {
  readonly width: number;
  readonly height: number;
  /** °C, or counts; row by row from the upper left. NaN where nothing was measured. */
  readonly values: Float32Array;
};
export const measureKinds = ["spot", "line", "area"] as const;
export type MeasureKind = (typeof measureKinds)[number];
type At = readonly [x: number, y: number];
/** In pixels of the grid. An area is the rectangle between its corners. */
export type Measure = { readonly kind: MeasureKind; readonly from: At; readonly to: At };
export type Measured = {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly pixels: number;
};

/** Minimum, mean and maximum of the pixels under the shape; null where it lies outside of the grid. */
export function measured({ width, height, values }: Grid, measure: Measure): Measured | null {
  return over(pixelsOf(measure, width, height), values, width);
}

/**
 * The same of the pixels whose middle lies inside a ring.
 * @param ring at least three corners in pixels of the grid, not closed
 */
export function measuredInside(grid: Grid, ring: readonly At[]): Measured | null {
  return over(pixelsInside(ring, grid), grid.values, grid.width);
}

function over(pixelsOfShape: Iterable<At>, values: Float32Array, width: number): Measured | null {
  let [min, max, sum, pixels] = [Infinity, -Infinity, 0, 0];
  for (const [x, y] of pixelsOfShape) {
    const value = values[y * width + x]!;
    if (Number.isNaN(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    pixels += 1;
  }
  return pixels === 0 ? null : { min, mean: sum / pixels, max, pixels };
}

function* pixelsOf({ kind, from, to }: Measure, width: number, height: number): Generator<At> {
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height;
  const [x0, y0, x1, y1] = [...from, ...to].map(Math.floor) as [number, number, number, number];
  if (kind === "spot") {
    if (isInside(x0, y0)) yield [x0, y0];
  } else if (kind === "line") {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(x0 + ((x1 - x0) * step) / steps);
      const y = Math.round(y0 + ((y1 - y0) * step) / steps);
      if (isInside(x, y)) yield [x, y];
    }
  } else {
    for (let y = Math.max(0, Math.min(y0, y1)); y <= Math.min(height - 1, Math.max(y0, y1)); y++)
      for (let x = Math.max(0, Math.min(x0, x1)); x <= Math.min(width - 1, Math.max(x0, x1)); x++)
        yield [x, y];
  }
}

function* pixelsInside(ring: readonly At[], { width, height }: Grid): Generator<At> {
  const flat = ring.flat();
  const [xs, ys] = [0, 1].map((axis) => ring.map((at) => at[axis as 0 | 1])) as [
    number[],
    number[],
  ];
  const last = (values: number[], size: number) =>
    Math.min(size - 1, Math.ceil(Math.max(...values)));
  const first = (values: number[]) => Math.max(0, Math.floor(Math.min(...values)));
  for (let y = first(ys); y <= last(ys, height); y++)
    for (let x = first(xs); x <= last(xs, width); x++)
      if (insideRing(flat, x + 0.5, y + 0.5)) yield [x, y];
}

/** Lowest and highest value of the grid. */
export function rangeOf({ values }: Pick<Grid, "values">): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}
