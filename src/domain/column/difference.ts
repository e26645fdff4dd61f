// How a component changed between two analyses: worse, same, better or unknown.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import type { Direction } from "../key-figure/key-figure.ts";

/** Classes of a difference column; the index is the class number and the order in the legend. */
export const differenceClasses = ["worse", "same", "better", "unknown"] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

export const WORSE = 0;
export const SAME = 1;
export const BETTER = 2;
export const UNKNOWN = 3;

export type DifferenceRequest = {
  readonly direction: Direction;
  /** Smallest significant change in the key figure's unit; smaller ones are `same`. */
  readonly tolerance: number;
  /** Severity by class number, for uint8 columns; -1 where the number is no class. */
  readonly severity?: Int8Array;
};

/**
 * Compares two columns of one key figure.
 * @param before values of the earlier analysis by row
 * @param after values of the later analysis by row; both of the same kind, lengths may differ
 * @returns one difference class per row. UNKNOWN if a value is missing on either side, and for a change
 * of a neutral key figure, which is neither good nor bad
 */
export function differenceColumn(
  before: ColumnValues,
  after: ColumnValues,
  request: DifferenceRequest,
): Uint8Array {
  const { direction, tolerance, severity } = request;
  const rows = Math.max(before.length, after.length);
  const result = new Uint8Array(rows).fill(UNKNOWN);
  const sign = direction === "lower_is_worse" ? -1 : 1;
  const absolute = direction === "both";
  const classes = before instanceof Uint8Array;
  for (let row = 0; row < Math.min(before.length, after.length); row += 1) {
    let from = before[row]!;
    let to = after[row]!;
    if (classes) {
      if (from === MISSING_U8 || to === MISSING_U8) continue;
      from = severity ? (severity[from] ?? -1) : from;
      to = severity ? (severity[to] ?? -1) : to;
      if (!(from >= 0 && to >= 0)) continue;
    } else if (absolute) {
      from = Math.abs(from);
      to = Math.abs(to);
    }
    const change = classes ? to - from : (to - from) * sign;
    if (change !== change) continue;
    if (Math.abs(change) <= (classes ? 0 : tolerance)) result[row] = SAME;
    else if (direction !== "neutral" || classes) result[row] = change > 0 ? WORSE : BETTER;
  }
  return result;
}
