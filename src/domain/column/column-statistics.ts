// Statistics of a column: summary, histogram, class shares.
import { HISTOGRAM_BINS, MISSING_U8, type ColumnSummary, type ColumnValues } from "./column.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";

/** A summary before the column is stored, without hash and size. */
export type ColumnStatistics = Omit<ColumnSummary, "hash" | "bytes">;

/** The summary of a column, of the rows with `mask` 1; `values` as stored, in row order. */
export function summariseColumn(
  values: ColumnValues,
  keyFigure: KeyFigure,
  mask: Uint8Array | null = null,
): ColumnStatistics {
  const extent = extentOf(values, mask);
  return {
    key_figure_id: keyFigure.id,
    kind: keyFigure.kind,
    row_count: values.length,
    ...extent,
    histogram: [...histogramOf(values, mask, extent)],
  };
}

/** Rows with a value, and least, greatest and mean of them; null where there are none. */
export function extentOf(
  values: ColumnValues,
  mask: Uint8Array | null = null,
): Pick<ColumnSummary, "value_count" | "min" | "max" | "mean"> {
  const missing = values instanceof Uint8Array ? MISSING_U8 : NaN;
  let count = 0;
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] !== 1) continue;
    const value = values[row] as number;
    if (value === missing || value !== value) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return count === 0
    ? { value_count: 0, min: null, max: null, mean: null }
    : { value_count: count, min, max, mean: sum / count };
}

/**
 * `f32`: HISTOGRAM_BINS counts over `bounds.min` to `bounds.max`, values beyond in the outer bins;
 * `u8`: counts by class number, index 0 to the greatest class. Only rows with `mask` 1, where given.
 */
export function histogramOf(
  values: ColumnValues,
  mask: Uint8Array | null,
  bounds: { readonly min: number | null; readonly max: number | null },
): Uint32Array {
  if (values instanceof Uint8Array) {
    const all = new Uint32Array(256);
    for (let row = 0; row < values.length; row++) {
      if (mask === null || mask[row] === 1) all[values[row] as number]! += 1;
    }
    return all.slice(0, bounds.max === null ? 0 : bounds.max + 1);
  }
  const bins = new Uint32Array(HISTOGRAM_BINS);
  if (bounds.min === null || bounds.max === null) return bins;
  const { min, max } = bounds;
  const perUnit = max > min ? HISTOGRAM_BINS / (max - min) : 0;
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] !== 1) continue;
    const value = values[row] as number;
    if (value !== value) continue;
    const bin = (value - min) * perUnit;
    bins[bin <= 0 ? 0 : bin < HISTOGRAM_BINS ? bin | 0 : HISTOGRAM_BINS - 1]! += 1;
  }
  return bins;
}

/** One class of a classified column; `share` is 0 to 1 of the rows with a value. */
export type ClassShare = { readonly value: number; readonly count: number; readonly share: number };

/** Shares by class of the catalogue, in its order. */
export function classSharesOf(
  values: Uint8Array,
  keyFigure: KeyFigure,
  mask: Uint8Array | null = null,
): ClassShare[] {
  const counts = histogramOf(values, mask, { min: 0, max: 254 });
  const total = counts.reduce((sum, count) => sum + count, 0);
  return keyFigure.classes.map(({ value }) => {
    const count = counts[value] ?? 0;
    return { value, count, share: total === 0 ? 0 : count / total };
  });
}
