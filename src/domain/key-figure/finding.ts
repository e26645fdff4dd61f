// Findings: the components with a bad value, worst first.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { severitiesOf } from "../column/column-severity.ts";
import { maskedRows, reorderRows } from "../column/column-sort.ts";
import type { KeyFigure } from "./key-figure.ts";
import { badnessOf } from "./notable.ts";
import { severityOf } from "./severity.ts";

/** Rows from worst to mildest; `counts` by severity (index 0 is not listed and stays 0). */
export type Findings = { readonly rows: Uint32Array; readonly counts: readonly number[] };

/** Part of the step between two classes that the ranking fills, so that the class always comes first. */
const RANK_SHARE = 0.99;

/** Class numbers plus a fraction: the ranking's value between its minimum and maximum. */
function ranked(values: ColumnValues, ranking: ColumnValues): Float32Array {
  let min = Infinity;
  let max = -Infinity;
  for (const value of ranking) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const scale = max > min ? RANK_SHARE / (max - min) : 0;
  return Float32Array.from(values, (value, row) => {
    const place = (valueAt(ranking, row) - min) * scale;
    return value + (place >= 0 ? place : 0);
  });
}

/** The order in which equal rows follow each other; absent: as they are. */
export type PlaceOrder = (rows: Uint32Array) => Uint32Array;

type Ordered = {
  readonly severities: readonly number[];
  readonly mask: Uint8Array;
  readonly ranking?: ColumnValues | undefined;
  readonly byPlace?: PlaceOrder | undefined;
};

/** One list of rows per severity, each from its bad end. */
function listsOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  { severities, mask, ranking, byPlace = (rows) => rows }: Ordered,
): Uint32Array[] {
  const known = severitiesOf(values, keyFigure, limits);
  const oriented = keyFigure.direction === "both" ? values.map(Math.abs) : values;
  const judged = ranking ? ranked(oriented, ranking) : oriented;
  const direction = keyFigure.direction === "lower_is_worse" ? "ascending" : "descending";
  return severities.map((severity) => {
    const wanted = known.map((one, row) => (one === severity && mask[row] === 1 ? 1 : 0));
    return reorderRows(byPlace(maskedRows(wanted, wanted.length)), judged, direction);
  });
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const rows = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    rows.set(list, at);
    at += list.length;
  }
  return rows;
}

/**
 * The rows of at least severity 1 among those with `mask` 1, ordered by severity, then by value towards
 * the bad end, then by the `ranking` column (largest first), then by place, so that the order is always the
 * same.
 */
export function findingsOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
  ranking?: ColumnValues,
  byPlace?: PlaceOrder,
): Findings {
  const ordered = { severities: [3, 2, 1], mask, ranking, byPlace };
  const lists = listsOf(values, keyFigure, limits, ordered);
  return { rows: joined(lists), counts: [0, ...lists.map((list) => list.length).toReversed()] };
}

/** All rows with `mask` 1: the findings in their order, then the good ones, then those without a value. */
export function worstFirst(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
  ranking?: ColumnValues,
  byPlace: PlaceOrder = (rows) => rows,
): Uint32Array {
  const ordered = { severities: [3, 2, 1, 0], mask, ranking, byPlace };
  const measured = joined(listsOf(values, keyFigure, limits, ordered));
  const rest = mask.slice();
  for (const row of measured) rest[row] = 0;
  return joined([measured, byPlace(maskedRows(rest, rest.length))]);
}

/** These rows from worst to best, in the order of the findings; rows without a value are left out. */
export function partsWorstFirst(
  rows: Uint32Array,
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  ranking?: ColumnValues,
): Uint32Array {
  const badness = badnessOf(keyFigure.direction);
  const judged = Array.from(rows, (row) => {
    const value = valueAt(values, row);
    const rank = ranking ? valueAt(ranking, row) : NaN;
    return {
      row,
      bad: badness(value),
      severity: severityOf(keyFigure, value, limits),
      rank: rank === rank ? rank : -Infinity,
    };
  }).filter(({ bad }) => bad === bad);
  judged.sort(
    (a, b) =>
      b.severity - a.severity ||
      b.bad - a.bad ||
      (a.rank === b.rank ? 0 : b.rank - a.rank) ||
      a.row - b.row,
  );
  return Uint32Array.from(judged, ({ row }) => row);
}
