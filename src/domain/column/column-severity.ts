// Severities of a whole column: by row, counted, and the order from good to bad.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";

/** Entry of a severity column for a row without a value. */
export const NO_SEVERITY = 255;

/** Severity 0 to 3 by row, NO_SEVERITY where missing. `limits`: the plant's own, if any. */
export function severitiesOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[] = keyFigure.limits,
): Uint8Array {
  const severities = new Uint8Array(values.length);
  if (values instanceof Uint8Array) {
    const byClass = new Uint8Array(256);
    for (let one = 0; one < 255; one++) byClass[one] = severityOf(keyFigure, one);
    byClass[MISSING_U8] = NO_SEVERITY;
    for (let row = 0; row < values.length; row++) {
      severities[row] = byClass[values[row] as number] as number;
    }
    return severities;
  }
  const sign = keyFigure.direction === "lower_is_worse" ? -1 : 1;
  const isAbsolute = keyFigure.direction === "both";
  const [watch = NaN, poor = NaN, act = NaN] = limits.map((limit) => sign * Math.fround(limit));
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const judged = isAbsolute ? Math.abs(value) : sign * value;
    severities[row] =
      value !== value
        ? NO_SEVERITY
        : (judged >= watch ? 1 : 0) + (judged >= poor ? 1 : 0) + (judged >= act ? 1 : 0);
  }
  return severities;
}

/** Count of components per severity, [good, watch, poor, act]; rows without a value are left out. */
export function severityCountsOf(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[] = keyFigure.limits,
  mask: Uint8Array | null = null,
): [good: number, watch: number, poor: number, act: number] {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  const severities = severitiesOf(values, keyFigure, limits);
  for (let row = 0; row < severities.length; row++) {
    const severity = severities[row] as number;
    if (severity < 4 && (mask === null || mask[row] === 1)) counts[severity as 0] += 1;
  }
  return counts;
}
