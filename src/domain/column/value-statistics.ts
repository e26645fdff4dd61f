// Statistics of values, for histograms and the statistics row of the table.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import { severityCountsOf } from "./column-severity.ts";
import { extentOf, histogramOf } from "./column-statistics.ts";
import { medianOf } from "../median.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";

/** Distribution of values. */
export type ValueDistribution = {
  /** HISTOGRAM_BINS counts over the domain (`f32`), or counts by class number (`u8`). */
  readonly histogram: Uint32Array;
  /** Components by severity 0 to 3. */
  readonly severities: readonly number[];
  /** Components with a value, and without one. */
  readonly count: number;
  readonly missing: number;
};

/** Distribution of the values of the rows with `mask` 1 over `domain` (min, max). */
export function valueDistribution(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
  [min, max]: readonly [number, number],
): ValueDistribution {
  const severities = severityCountsOf(values, keyFigure, limits, mask);
  const { value_count: count } = extentOf(values, mask);
  let all = 0;
  for (let row = 0; row < mask.length; row += 1) all += mask[row]!;
  const bounds = keyFigure.kind === "u8" ? { min: 0, max: MISSING_U8 - 1 } : { min, max };
  return {
    histogram: histogramOf(values, mask, bounds),
    severities,
    count,
    missing: all - count,
  };
}

export type ValueStatistics = {
  readonly key_figure_id: number;
  readonly count: number;
  readonly missing: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly median: number | null;
  readonly severities: readonly number[];
  /** Counts by class number; empty for a measured key figure. */
  readonly classes: Uint32Array;
};

/** Statistics of what passes the filters, with all that was measured: shares are of these, whatever is filtered. */
export type CountedStatistics = ValueStatistics & { readonly measured: number };

/** Statistics of the rows with `mask` 1. */
export function valueStatistics(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
): ValueStatistics {
  const { value_count, ...extent } = extentOf(values, mask);
  let all = 0;
  for (let row = 0; row < mask.length; row += 1) all += mask[row]!;
  return {
    key_figure_id: keyFigure.id,
    count: value_count,
    missing: all - value_count,
    ...extent,
    median: value_count === 0 ? null : medianOf(presentOf(values, mask, value_count)),
    severities: severityCountsOf(values, keyFigure, limits, mask),
    classes:
      values instanceof Uint8Array
        ? histogramOf(values, mask, { min: 0, max: MISSING_U8 - 1 })
        : new Uint32Array(0),
  };
}

function presentOf(values: ColumnValues, mask: Uint8Array, count: number): Float32Array {
  const present = new Float32Array(count);
  let at = 0;
  for (let row = 0; row < values.length && at < count; row += 1) {
    const value = values[row]!;
    const missing = values instanceof Uint8Array ? value === MISSING_U8 : value !== value;
    if (mask[row] === 1 && !missing) present[at++] = value;
  }
  return present;
}

/**
 * Statistics of the rows with `mask` 1, the components that pass the filters.
 * @param unfiltered mask of the rows that would count without filters
 */
export function countedStatistics(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
  unfiltered: Uint8Array,
): CountedStatistics {
  const { value_count: measured } = extentOf(values, unfiltered);
  return { ...valueStatistics(values, keyFigure, limits, mask), measured };
}
