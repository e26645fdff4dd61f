// Classes that follow from another key figure of the same file.
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";

/** The values of one key figure; `given` is 1 if the file has an entry for the component. */
export type CollectedColumn = {
  readonly keyFigure: KeyFigure;
  readonly values: ColumnValues;
  readonly given: Uint8Array;
};

/**
 * Fills classes that the file leaves open and another key figure implies: a tube without glass has no glass
 * temperature, and it is in the worst state, not "not measured". Classes that the file states stay.
 */
export function fillImpliedClasses(columns: ReadonlyMap<number, CollectedColumn>): void {
  for (const { keyFigure, values, given } of columns.values()) {
    const { implied } = keyFigure;
    const cause = implied && columns.get(implied.by);
    if (!implied || !cause) continue;
    for (let row = 0; row < values.length; row += 1) {
      if (values[row] !== MISSING_U8 || cause.values[row] !== implied.value) continue;
      values[row] = implied.class;
      given[row] = 1;
    }
  }
}
