// The order of rows: by value with a radix sort on typed arrays, by name with ranks made once.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import type { Names } from "./component-index.ts";

export type SortDirection = "ascending" | "descending";

const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
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
  const rows = maskedRows(mask, values.length);
  const keys = sortKeys(rows, values, direction === "descending");
  return radixSort(rows, keys);
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

/** Unsigned keys whose order is the wanted order of the values. */
function sortKeys(
  rows: Uint32Array,
  values: ColumnValues | Uint32Array,
  isDescending: boolean,
): Uint32Array {
  const keys = new Uint32Array(rows.length);
  if (values instanceof Float32Array) {
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const value = values[row] as number;
      if (value !== value) {
        keys[i] = GREATEST_KEY;
        continue;
      }
      // IEEE 754 bits order like integers once the sign is flipped (positive) or all bits (negative).
      const bit = value === 0 ? 0 : (bits[row] as number);
      const key = bit >>> 31 === 1 ? ~bit : bit | 0x80000000;
      keys[i] = isDescending ? ~key : key;
    }
    return keys;
  }
  const missing = values instanceof Uint8Array ? MISSING_U8 : -1;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i] as number] as number;
    keys[i] = value === missing ? GREATEST_KEY : isDescending ? GREATEST_KEY - 1 - value : value;
  }
  return keys;
}

/** Least significant digit first, so it is stable; digits that all keys share cost no pass. */
function radixSort(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const length = keys.length;
  const counts = [new Uint32Array(BUCKETS), new Uint32Array(BUCKETS), new Uint32Array(BUCKETS)];
  const [low, middle, high] = counts as [Uint32Array, Uint32Array, Uint32Array];
  for (let i = 0; i < length; i++) {
    const key = keys[i] as number;
    low[key & (BUCKETS - 1)]! += 1;
    middle[(key >>> DIGIT_BITS) & (BUCKETS - 1)]! += 1;
    high[key >>> (2 * DIGIT_BITS)]! += 1;
  }
  let fromRows: Uint32Array = rows;
  let fromKeys = keys;
  let toRows = new Uint32Array(length);
  let toKeys = new Uint32Array(length);
  for (let pass = 0; pass < 3; pass++) {
    const count = counts[pass] as Uint32Array;
    if (count.includes(length)) continue;
    let start = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = count[bucket] as number;
      count[bucket] = start;
      start += size;
    }
    const shift = pass * DIGIT_BITS;
    for (let i = 0; i < length; i++) {
      const key = fromKeys[i] as number;
      const place = count[(key >>> shift) & (BUCKETS - 1)]!++;
      toKeys[place] = key;
      toRows[place] = fromRows[i] as number;
    }
    [fromRows, toRows] = [toRows, fromRows as Uint32Array<ArrayBuffer>];
    [fromKeys, toKeys] = [toKeys, fromKeys as Uint32Array<ArrayBuffer>];
  }
  return fromRows;
}

/**
 * The place of every row in the order of its name, numbers inside names by their size (T2 before
 * T10), upper and lower case alike; equal names share a rank. Costs a second or two for a million
 * rows: make it once per twin and keep it.
 */
export function rankNames(names: Names, which: "pcs" | "dt_id"): Uint32Array {
  const keys = Array.from({ length: names.count }, (_, row) =>
    naturalKey(which === "pcs" ? names.pcs(row) : names.dtId(row)),
  );
  const order = Uint32Array.from({ length: names.count }, (_, row) => row).toSorted((a, b) => {
    const left = keys[a] as string;
    const right = keys[b] as string;
    return left < right ? -1 : left > right ? 1 : a - b;
  });
  const ranks = new Uint32Array(names.count);
  let rank = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] as number;
    const before = order[place - 1];
    if (before !== undefined && keys[row] !== keys[before]) rank += 1;
    ranks[row] = rank;
  }
  return ranks;
}

/** Digits are preceded by their count, so that plain string order is the natural one. */
function naturalKey(name: string): string {
  return name.toLowerCase().replace(/0*(\d+)/g, (_, digits: string) => {
    return String.fromCharCode(48 + Math.min(digits.length, 70)) + digits;
  });
}
