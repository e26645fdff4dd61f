// Statistics of the pixels of one component that do not follow single bad pixels.
import { percentileReordering } from "../median.ts";
import { visitSpans, type PixelRing, type PixelWindow } from "./zone.ts";

/** Valid pixels of one component, in the order of the raster's rows. */
export type ZonePixels = {
  readonly values: Float64Array;
  /** Pixels of the raster. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** Pixels of the component, with those that have no value. */
  readonly total: number;
};

export type ZonalStatistics = {
  readonly valid: number;
  readonly total: number;
  readonly median: number;
  /** 95th percentile, linear between the two nearest values (Hyndman and Fan 1996, definition 7; NumPy's default). */
  readonly p95: number;
  readonly maximum: number;
  readonly mean: number;
  /** Robust standard deviation: 1.4826 times the median absolute deviation. */
  readonly spread: number;
  /** Centre of the hottest pixel in pixels of the raster; of several the first one. */
  readonly hottest: readonly [column: number, row: number];
};

/** The part of a raster that was read: NaN for pixels without a value. */
export type PixelBlock = PixelWindow & { readonly values: ArrayLike<number> };

/**
 * @param window must lie in the block
 * @param inset pixels that are left out along the edge
 */
export function zonePixels(
  block: PixelBlock,
  ring: PixelRing,
  window: PixelWindow,
  inset: number,
): ZonePixels {
  let total = 0;
  visitSpans(ring, window, inset, (_row, first, last) => {
    total += last - first + 1;
  });
  const values = new Float64Array(total);
  const columns = new Int32Array(total);
  const rows = new Int32Array(total);
  let valid = 0;
  visitSpans(ring, window, inset, (row, first, last) => {
    const start = (row - block.row) * block.width - block.column;
    for (let column = first; column <= last; column++) {
      const value = block.values[start + column] ?? NaN;
      if (!Number.isFinite(value)) continue;
      values[valid] = value;
      columns[valid] = column;
      rows[valid] = row;
      valid += 1;
    }
  });
  return {
    values: values.subarray(0, valid),
    columns: columns.subarray(0, valid),
    rows: rows.subarray(0, valid),
    total,
  };
}

/** Turns the median absolute deviation of normally distributed values into their standard deviation. */
export const MAD_TO_SIGMA = 1.4826;

/** Robust standard deviation about `middle`. */
export function spreadOf(values: ArrayLike<number>, middle: number): number {
  const away = new Float64Array(values.length);
  for (let at = 0; at < away.length; at++) away[at] = Math.abs(values[at]! - middle);
  return MAD_TO_SIGMA * percentileReordering(away, 0.5);
}

/** Null for a component without a valid pixel. */
export function zonalStatistics({
  values,
  columns,
  rows,
  total,
}: ZonePixels): ZonalStatistics | null {
  if (values.length === 0) return null;
  let hottest = 0;
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    sum += values[at]!;
    if (values[at]! > values[hottest]!) hottest = at;
  }
  const ordered = values.slice();
  const median = percentileReordering(ordered, 0.5);
  return {
    valid: values.length,
    total,
    median,
    p95: percentileReordering(ordered, 0.95),
    maximum: values[hottest]!,
    mean: sum / values.length,
    spread: spreadOf(values, median),
    hottest: [columns[hottest]! + 0.5, rows[hottest]! + 0.5],
  };
}
