// Statistics of the pixels of one component that do not follow single bad pixels.
import { visitZone, type PixelRing, type PixelWindow } from "./zone.ts";

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
  const values: number[] = [];
  const columns: number[] = [];
  const rows: number[] = [];
  let total = 0;
  visitZone(ring, window, inset, (column, row) => {
    total += 1;
    const value = block.values[(row - block.row) * block.width + column - block.column] ?? NaN;
    if (!Number.isFinite(value)) return;
    values.push(value);
    columns.push(column);
    rows.push(row);
  });
  return {
    values: Float64Array.from(values),
    columns: Int32Array.from(columns),
    rows: Int32Array.from(rows),
    total,
  };
}

/** Percentile of ascending values, `share` from 0 to 1; NaN without values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return NaN;
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const [from, to] = [sorted[low]!, sorted[Math.min(low + 1, sorted.length - 1)]!];
  return from + (to - from) * (at - low);
}

export function medianOf(values: ArrayLike<number>): number {
  return percentile(Float64Array.from(values).toSorted(), 0.5);
}

/** Turns the median absolute deviation of normally distributed values into their standard deviation. */
const MAD_TO_SIGMA = 1.4826;

/** Robust standard deviation about `middle`. */
export function spreadOf(values: ArrayLike<number>, middle: number): number {
  return MAD_TO_SIGMA * medianOf(Float64Array.from(values, (value) => Math.abs(value - middle)));
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
  const sorted = values.toSorted();
  const median = percentile(sorted, 0.5);
  return {
    valid: values.length,
    total,
    median,
    p95: percentile(sorted, 0.95),
    maximum: values[hottest]!,
    mean: sum / values.length,
    spread: spreadOf(values, median),
    hottest: [columns[hottest]! + 0.5, rows[hottest]! + 0.5],
  };
}
