// Statistics of a component's neighbours.
import { medianOf } from "../median.ts";
import { shortest, valueAt, type ColumnValues } from "./column.ts";

/** The median of the values of these rows, in the unit of the column; null where none has a value. */
export function neighboursMedian(values: ColumnValues, rows: readonly number[]): number | null {
  const present = rows.map((row) => valueAt(values, row)).filter((value) => !Number.isNaN(value));
  return present.length === 0 ? null : shortest(medianOf(present));
}
