// Findings: the components whose value is not good, worst first.
import type { ColumnValues } from "./column.ts";
import { severitiesOf } from "./column-severity.ts";
import { sortRows } from "./column-sort.ts";
import type { KeyFigure } from "./key-figure.ts";

/** Rows from worst to mildest; `counts` by severity (index 0 is not listed and stays 0). */
export type Findings = { readonly rows: Uint32Array; readonly counts: readonly number[] };

/**
 * The rows of at least severity 1 among those with `mask` 1, ordered by severity, then by value towards
 * the bad end, then by row, so that the order is the same for everybody.
 */
export function findingsOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  mask: Uint8Array,
): Findings {
  const severities = severitiesOf(values, keyFigure, limits);
  const judged = keyFigure.direction === "both" ? values.map(Math.abs) : values;
  const direction = keyFigure.direction === "lower_is_worse" ? "ascending" : "descending";
  const lists = [3, 2, 1].map((severity) => {
    const wanted = severities.map((one, row) => (one === severity && mask[row] === 1 ? 1 : 0));
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
