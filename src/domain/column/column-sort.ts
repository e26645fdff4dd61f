// Sorts rows: by value with a radix sort on typed arrays, by name with ranks that are computed once.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";

export type SortDirection = "ascending" | "descending";

/** Two digits of 16 bits: fewer passes over memory, which dominate the time. */
const BUCKETS = 1 << 16;
const GREATEST_KEY = 0xffffffff;

/**
 * The rows with `mask` 1 (all rows for null), ordered by value; equal values keep their row order and
 * rows without a value come last in both directions. `values` may be ranks (see `rankNames`).
 */
export function sortRows(
  mask: Uint8Array | null,
  values: ColumnValues | Uint32Array,
  direction: SortDirection,
): Uint32Array {
  return reorderRows(maskedRows(mask, values.length), values, direction);
}

/** The same for rows in any order, which equal values keep. */
export function reorderRows(
  rows: Uint32Array,
  values: ColumnValues | Uint32Array,
  direction: SortDirection,
): Uint32Array {
  const isDescending = direction === "descending";
  const keys =
    values instanceof Float32Array
      ? floatKeys(rows, values, isDescending)
      : wholeKeys(rows, values, isDescending);
  return radixSort(rows, keys);
}

/** The same for a column that may be older than the mask: rows beyond its end have no value and come last. */
export function sortShorter(
  mask: Uint8Array,
  values: ColumnValues,
  direction: SortDirection,
): Uint32Array {
  const rows = sortRows(mask.subarray(0, values.length), values, direction);
  if (values.length >= mask.length) return rows.slice();
  const newer = maskedRows(mask.subarray(values.length), mask.length - values.length);
  return Uint32Array.from([...rows, ...newer.map((row) => row + values.length)]);
}

/** Places of classes in the catalogue, which lists them by severity; their numbers need not rise with it. */
export function classPlaces(
  values: Uint8Array,
  { classes }: Pick<KeyFigure, "classes">,
): Uint8Array {
  const places = new Uint8Array(256).fill(classes.length);
  classes.forEach(({ value }, place) => (places[value] = place));
  places[MISSING_U8] = MISSING_U8;
  return values.map((value) => places[value]!);
}

/** The row numbers with `mask` 1, ascending; all of `rowCount` for null. */
export function maskedRows(mask: Uint8Array | null, rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    rows[count] = row;
    count += mask === null || mask[row] === 1 ? 1 : 0;
  }
  return rows.subarray(0, count);
}

/** Unsigned keys in the order of the values. */
function floatKeys(rows: Uint32Array, values: Float32Array, isDescending: boolean): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const keys = new Uint32Array(rows.length);
  const flip = isDescending ? GREATEST_KEY : 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const value = values[row] as number;
    // IEEE 754 bits order like integers once the sign is flipped (positive) or all bits (negative).
    const bit = value === 0 ? 0 : (bits[row] as number);
    const key = bit >>> 31 === 1 ? ~bit : bit | 0x80000000;
    keys[i] = value === value ? key ^ flip : GREATEST_KEY;
  }
  return keys;
}

function wholeKeys(
  rows: Uint32Array,
  values: Uint8Array | Uint32Array,
  isDescending: boolean,
): Uint32Array {
  const keys = new Uint32Array(rows.length);
  const missing = values instanceof Uint8Array ? MISSING_U8 : -1;
  const greatest = values instanceof Uint8Array ? MISSING_U8 : GREATEST_KEY;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i] as number] as number;
    keys[i] = value === missing ? greatest : isDescending ? greatest - 1 - value : value;
  }
  return keys;
}

/** Least significant digit first, so it is stable. A digit that is equal in all keys needs no pass. */
function radixSort(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const length = keys.length;
  const low = new Uint32Array(BUCKETS);
  const high = new Uint32Array(BUCKETS);
  for (let i = 0; i < length; i++) {
    const key = keys[i] as number;
    low[key & 0xffff]! += 1;
    high[key >>> 16]! += 1;
  }
  const isHighShared = length === 0 || high[(keys[0] as number) >>> 16] === length;
  startsOf(low);
  startsOf(high);
  const byLow = new Uint32Array(length);
  // The second pass only reads the upper half of the keys.
  const upper = new Uint16Array(isHighShared ? 0 : length);
  for (let i = 0; i < length; i++) {
    const key = keys[i] as number;
    const place = low[key & 0xffff]!++;
    byLow[place] = rows[i] as number;
    if (!isHighShared) upper[place] = key >>> 16;
  }
  if (isHighShared) return byLow;
  const sorted = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    sorted[high[upper[i] as number]!++] = byLow[i] as number;
  }
  return sorted;
}

/** In place: counts become the places where their buckets start. */
function startsOf(counts: Uint32Array): void {
  let start = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const count = counts[bucket] as number;
    counts[bucket] = start;
    start += count;
  }
}
