// Statistics of a column per ancestor (loop, tracker, tracker group).
import { NO_ROW } from "../component/component-index.ts";
import type { ColumnValues } from "./column.ts";
import { NO_SEVERITY, severitiesOf } from "./column-severity.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { rowNumbers } from "../component/row-numbers.ts";

/** Statistics per group, each array indexed by the group's row. */
export type GroupStatistics = {
  /** Rows with a value. */
  readonly count: Uint32Array;
  /** NaN if the group has no value. */
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Rows per severity 0 to 3, four per group. */
  readonly severities: Uint32Array;
};

/** Statistics of what passes the filters, with all that was measured by group: shares are of these. */
export type CountedGroups = GroupStatistics & { readonly measured: Uint32Array };

/**
 * Statistics of `values` by the ancestor in `group` (a row of the ancestor's level per row; NO_ROW:
 * in no group), for `groupCount` ancestors.
 */
export function groupStatistics(
  values: ColumnValues,
  group: Uint32Array,
  groupCount: number,
  keyFigure: KeyFigure,
  limits: readonly number[] = keyFigure.limits,
  mask: Uint8Array | null = null,
): GroupStatistics {
  const count = new Uint32Array(groupCount);
  const mean = new Float64Array(groupCount);
  const min = new Float64Array(groupCount).fill(NaN);
  const max = new Float64Array(groupCount).fill(NaN);
  const severities = new Uint32Array(groupCount * 4);
  const severity = severitiesOf(values, keyFigure, limits);
  for (let row = 0; row < values.length; row++) {
    const into = group[row] ?? NO_ROW;
    if (into >= groupCount || severity[row] === NO_SEVERITY) continue;
    if (mask !== null && mask[row] !== 1) continue;
    const value = values[row] as number;
    count[into]! += 1;
    mean[into]! += value;
    if (!((min[into] as number) <= value)) min[into] = value;
    if (!((max[into] as number) >= value)) max[into] = value;
    severities[into * 4 + (severity[row] as number)]! += 1;
  }
  for (let into = 0; into < groupCount; into++) mean[into]! /= count[into] as number;
  return { count, mean, min, max, severities };
}

/**
 * The ancestor's row for each of `rowCount` rows, by following `parents` (one array per level, from the
 * rows' own level upwards). NO_ROW if a parent is missing; the row itself without `parents`.
 */
export function ancestorRows(parents: readonly Uint32Array[], rowCount: number): Uint32Array {
  const [first, ...others] = parents;
  if (!first) return rowNumbers(rowCount);
  const rows = new Uint32Array(rowCount).fill(NO_ROW);
  rows.set(first.subarray(0, rowCount));
  for (const parent of others) {
    for (let row = 0; row < rowCount; row++) {
      const above = rows[row] as number;
      rows[row] = above === NO_ROW ? NO_ROW : (parent[above] ?? NO_ROW);
    }
  }
  return rows;
}

/**
 * Groups with values, from the greatest share of components that are poor or act now to the least: the share that
 * lists of groups show. Of equal shares the one with more to act on comes first.
 */
export function worstGroupsFirst({ count, measured, severities }: CountedGroups): number[] {
  const share = (row: number, from: number) => {
    let sum = 0;
    for (let severity = from; severity < 4; severity += 1) sum += severities[row * 4 + severity]!;
    return sum / measured[row]!;
  };
  return Array.from({ length: count.length }, (_, row) => row)
    .filter((row) => count[row]! > 0)
    .toSorted((a, b) => share(b, 2) - share(a, 2) || share(b, 3) - share(a, 3) || a - b);
}
