// The counts of a column: of the components that exist, judged by the plant's own limits. The server computes
// them only here. A column stores what its counts were computed for, so that outdated ones are found.
import type { ColumnValues } from "../../../../domain/column/column.ts";
import { severityCountsOf } from "../../../../domain/column/column-severity.ts";
import {
  summariseColumn,
  type ColumnStatistics,
} from "../../../../domain/column/column-statistics.ts";
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";

/** What is counted, and how it is judged. */
export type CountBasis = {
  /** Equal for equal bases. */
  readonly key: string;
  /** 1 for rows of components that exist; null if all do. */
  readonly exists: Uint8Array | null;
  readonly limits: readonly number[];
};

export type ColumnCounts = {
  readonly statistics: ColumnStatistics;
  /** Components per severity 0 to 3. */
  readonly severity_counts: [number, number, number, number];
  /** Key of the basis. */
  readonly counted_for: string;
};

/** Name of a level of which no component was removed. */
export const ALL = "all";

/** All rows, with the catalogue's limits: of a plant that removed no component and set no limits. */
export function usualBasis(keyFigure: KeyFigure): CountBasis {
  const { limits } = keyFigure;
  return { key: basisKey(keyFigure, ALL, limits), exists: null, limits };
}

/** `exists` names the rows that count. */
export function basisKey(
  { kind, classes }: KeyFigure,
  exists: string,
  limits: readonly number[],
): string {
  const judged =
    kind === "u8" ? classes.map(({ value, severity }) => `${value}:${severity}`) : limits;
  return `${exists} ${judged.join()}`;
}

export function countColumn(
  values: ColumnValues,
  keyFigure: KeyFigure,
  { key, exists, limits }: CountBasis,
): ColumnCounts {
  return {
    statistics: summariseColumn(values, keyFigure, exists),
    severity_counts: severityCountsOf(values, keyFigure, limits, exists),
    counted_for: key,
  };
}
