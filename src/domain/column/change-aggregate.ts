// The change that stands for a component's parts, for the map of differences from afar.
import { NOTABLE_SHARE } from "../key-figure/notable.ts";
import { shareOf, type Aggregate } from "./aggregate.ts";
import { MISSING_U8, type ColumnValues } from "./column.ts";
import { BETTER, differenceClasses, WORSE } from "./difference.ts";

/**
 * Changes have no order: “measured in older only” is not worse than “the same”. So what became worse stands for the
 * parts where it is notable, else what became better, else what most of them are.
 * @param counts parts by difference class
 * @param of all parts that were compared, also those that a filter leaves out; by default those counted
 * @param aggregate `notable`: a tenth of the parts is notable; else a single one is
 * @returns the difference class; of equally frequent ones the first in the legend; MISSING_U8 without parts
 */
export function changeOfParts(counts: Uint32Array, aggregate: Aggregate, of?: number): number {
  const share = aggregate === "notable" ? NOTABLE_SHARE : 0;
  let all = 0;
  let most = 0;
  for (let one = 0; one < counts.length; one += 1) {
    all += counts[one]!;
    if (counts[one]! > counts[most]!) most = one;
  }
  if (all === 0) return MISSING_U8;
  const isNotable = (one: number) => counts[one]! > 0 && counts[one]! >= (of ?? all) * share;
  return [WORSE, BETTER].find(isNotable) ?? most;
}

/**
 * The same where a filter leaves parts out: without a tenth that passes, a bar is not painted.
 * @param counts parts that pass, by difference class
 * @param of all parts that were compared
 */
export function changeOfPassing(counts: Uint32Array, aggregate: Aggregate, of: number): number {
  const passing = counts.reduce((sum, count) => sum + count, 0);
  return passing < of * NOTABLE_SHARE ? MISSING_U8 : changeOfParts(counts, aggregate, of);
}

export type ChangeAggregateRequest = {
  /** `share` answers the part that became worse; any other but `notable` lets a single change decide. */
  readonly aggregate: Aggregate;
  /** One byte per child row; a child with bit 0 set (filtered out) has no say, and is one of those of which a tenth decides. */
  readonly mask?: Uint8Array;
};

/**
 * Aggregates a difference column (difference.ts) to an ancestor level.
 * @param values one difference class per child row
 * @param ancestor the ancestor's row per child row, NO_ROW where there is none
 * @param count rows of the ancestor level
 * @returns one difference class per ancestor row, or a share of 1; missing where no child counts
 */
export function aggregateChanges(
  values: Uint8Array,
  ancestor: Uint32Array,
  count: number,
  { aggregate, mask }: ChangeAggregateRequest,
): ColumnValues {
  const isPassing = (row: number) => !(mask && mask[row]! & 1);
  if (aggregate === "share") {
    return shareOf(values, ancestor, count, { isPassing, isPast: (row) => values[row] === WORSE });
  }
  const classes = differenceClasses.length;
  const counts = new Uint32Array(count * classes);
  const all = new Uint32Array(count);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const parent = ancestor[row]!;
    if (values[row]! >= classes || parent >= count) continue;
    all[parent]! += 1;
    if (!isPassing(row)) continue;
    counts[parent * classes + values[row]!]! += 1;
  }
  return Uint8Array.from({ length: count }, (_, row) =>
    changeOfPassing(counts.subarray(row * classes, (row + 1) * classes), aggregate, all[row]!),
  );
}
