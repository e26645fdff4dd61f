// Uncertainties of values: none is exactly 0, because no measurement is exact.
import type { ColumnValues } from "../column/column.ts";
import { keyFigureById, keyFigureByKey, keyFigures } from "./key-figure.ts";

/** Key figures that state the uncertainty of another one, with those that they belong to. */
export const uncertaintyPairs = keyFigures.flatMap((keyFigure) => {
  const by = keyFigure.uncertainty_by;
  const uncertainty = by === undefined ? undefined : keyFigureById(by);
  return uncertainty ? [{ keyFigure, uncertainty }] : [];
});

/**
 * Columns by key without an uncertainty of 0. Where a value is said to be exact it cannot be true: value and uncertainty
 * are not measured. What is smaller than the resolution is raised to it, so that rounding does not make it 0.
 */
export function withoutZeroUncertainty<Column extends ColumnValues>(
  columns: Readonly<Record<string, Column>>,
): Record<string, Column> {
  const result = { ...columns };
  for (const { keyFigure, uncertainty } of uncertaintyPairs) {
    const [values, stated] = [columns[keyFigure.key], columns[uncertainty.key]];
    if (!(values instanceof Float32Array) || !(stated instanceof Float32Array)) continue;
    if (stated.every((one) => !(one < uncertainty.step))) continue;
    const [own, by] = [Float32Array.from(values), Float32Array.from(stated)];
    for (let row = 0; row < by.length; row++) {
      if (!(by[row]! < uncertainty.step)) continue;
      const isExact = !(by[row]! > 0);
      if (isExact) own[row] = NaN;
      by[row] = isExact ? NaN : uncertainty.step;
    }
    Object.assign(result, { [keyFigure.key]: own, [uncertainty.key]: by });
  }
  return result;
}

/** True for a key figure that states the uncertainty of another one. */
export function isUncertainty(key: string): boolean {
  const id = keyFigureByKey(key)?.id;
  return uncertaintyPairs.some(({ uncertainty }) => uncertainty.id === id);
}
