// What is broken inside a component: its parts by fault type.
import { MISSING_U8, valueAt, type ColumnValues } from "../column/column.ts";
import { NO_FAULT } from "./fault-type.ts";
import type { KeyFigure, Severity } from "./key-figure.ts";
import { severityOf } from "./severity.ts";

export type FaultInside = {
  /** Class of the fault type. */
  readonly value: number;
  /** The worst of the parts with this fault. */
  readonly severity: Severity;
  readonly count: number;
  /** Of the parts with this fault those of severity 0 to 3. */
  readonly severities: readonly [number, number, number, number];
  /** The part with the worst value: of the highest severity, of these the largest by the ranking, then the first. */
  readonly worst: number;
};

export type FaultsInside = {
  /** Worst severity first, of one severity the most frequent first. */
  readonly faults: readonly FaultInside[];
  /** Parts whose fault type is known, also those without a fault. */
  readonly known: number;
};

export type FaultInsideRequest = {
  /** The fault type of the parts (fault-type.ts), and its values by row. */
  readonly figure: KeyFigure;
  readonly types: ColumnValues;
  /** What the survey says of a part, as its finding is judged; without it each type has the severity of its class. */
  readonly seenAt?: (row: number) => { readonly fault_type: number; readonly severity: number };
  /** The largest is the worst. */
  readonly ranking?: ColumnValues;
};

/** @param parts rows of the parts */
export function faultsInside(
  parts: Uint32Array,
  { figure, types, seenAt, ranking }: FaultInsideRequest,
): FaultsInside {
  const found = new Map<number, Omit<FaultInside, "severities"> & { rank: number }>();
  const bySeverity = new Map<number, [number, number, number, number]>();
  let known = 0;
  for (const row of parts) {
    const value = types[row] ?? MISSING_U8;
    if (value === MISSING_U8) continue;
    known += 1;
    if (value === NO_FAULT) continue;
    const seen = seenAt?.(row);
    // Light dust alone is no fault of one component.
    if (seen && seen.fault_type !== value) continue;
    const severity = (seen?.severity ?? severityOf(figure, value)) as Severity;
    const severities = bySeverity.get(value) ?? [0, 0, 0, 0];
    severities[severity] += 1;
    bySeverity.set(value, severities);
    const ranked = ranking ? valueAt(ranking, row) : NaN;
    const rank = ranked === ranked ? ranked : -Infinity;
    const before = found.get(value);
    const isWorse =
      !before || severity > before.severity || (severity === before.severity && rank > before.rank);
    found.set(value, {
      ...(isWorse ? { value, severity, worst: row, rank } : before),
      count: (before?.count ?? 0) + 1,
    });
  }
  const faults = [...found.values()]
    .map(({ value, severity, count, worst }) => ({
      value,
      severity,
      count,
      severities: bySeverity.get(value)!,
      worst,
    }))
    .toSorted((a, b) => b.severity - a.severity || b.count - a.count || a.value - b.value);
  return { faults, known };
}
