// Findings: the components with a bad value, worst first.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { severitiesOf } from "../column/column-severity.ts";
import { sortRows } from "../column/column-sort.ts";
import type { KeyFigure } from "./key-figure.ts";

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

/**
 * The rows of at least severity 1 among those with `mask` 1, ordered by severity, then by value towards
 * the bad end, then by the `ranking` column (largest first), then by row, so that the order is always the
 * same.
 */
export function findingsOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
  ranking?: ColumnValues,
): Findings {
  const severities = severitiesOf(values, keyFigure, limits);
  const oriented = keyFigure.direction === "both" ? values.map(Math.abs) : values;
  const judged = ranking ? ranked(oriented, ranking) : oriented;
  const direction = keyFigure.direction === "lower_is_worse" ? "ascending" : "descending";
  const lists = [3, 2, 1].map((severity) => {
    const wanted = severities.map((rowSeverity, row) =>
      rowSeverity === severity && mask[row] === 1 ? 1 : 0,
    );
    return sortRows(wanted, judged, direction);
  });
  const rows = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    rows.set(list, at);
    at += list.length;
  }
  return { rows, counts: [0, ...lists.map((list) => list.length).toReversed()] };
}
