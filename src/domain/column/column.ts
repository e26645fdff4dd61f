// A value column: one analysis, one key figure, one typed array in the row order of the component index.

export type ColumnKind = "f32" | "u8";

/** Missing value in a `u8` column; in an `f32` column it is NaN. */
export const MISSING_U8 = 255;
export const HISTOGRAM_BINS = 64;

/** `f32`: the value in the key figure's unit. `u8`: the class number. */
export type ColumnValues = Float32Array | Uint8Array;

/** Summary of a column in the API; `hash` is the key of the immutable object. */
export type ColumnSummary = {
  readonly key_figure_id: number;
  readonly kind: ColumnKind;
  readonly row_count: number;
  /** Rows with a value. */
  readonly value_count: number;
  /** Smallest and largest value; null if no row has one. */
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** HISTOGRAM_BINS counts over min to max (`f32`), or counts by class number (`u8`). */
  readonly histogram: readonly number[];
  readonly hash: string;
  /** Bytes on the wire. */
  readonly bytes: number;
};

/** A float32 as the shortest decimal that gives it back: 12.3, not 12.300000190734863. */
export function shortest(value: number): number {
  // A mean of values is no float32.
  const most = Math.fround(value) === value ? 9 : 7;
  for (let digits = 7; digits < most; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(most));
}

/** True for NaN. */
export function isMissing(value: number): boolean {
  return value !== value;
}

/** The value of a row; NaN if missing or past the end (a column can be older than the twin). */
export function valueAt(values: ColumnValues, row: number): number {
  const value = values[row];
  if (value === undefined) return NaN;
  return values instanceof Uint8Array && value === MISSING_U8 ? NaN : value;
}
