// Random small plants and columns for tests.
import * as fc from "fast-check";
import { MISSING_U8, type ColumnValues } from "./column.ts";
import { storedValue } from "./column-codec.ts";
import type { FilterLevel } from "./column-filter.ts";
import { NO_ROW, type Names } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";

export function namesFrom(dtIds: readonly string[], pcs: readonly string[] = dtIds): Names {
  return { count: dtIds.length, dtId: (row) => dtIds[row] ?? "", pcs: (row) => pcs[row] ?? "" };
}

/** A column of the key figure with about a fifth of its values missing. */
export function columnOf(keyFigure: KeyFigure, rows: number): fc.Arbitrary<ColumnValues> {
  if (keyFigure.kind === "u8") {
    const values = [...keyFigure.classes.map(({ value }) => value), MISSING_U8];
    return fc
      .array(fc.constantFrom(...values), { minLength: rows, maxLength: rows })
      .map((drawn) => Uint8Array.from(drawn));
  }
  const [low, high] = keyFigure.range;
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.double({ min: low, max: high, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(...keyFigure.limits, low) },
    { weight: 1, arbitrary: fc.constant(NaN) },
  );
  return fc
    .array(value, { minLength: rows, maxLength: rows })
    .map((drawn) => Float32Array.from(drawn, (one) => storedValue(keyFigure, one)));
}

/** A level of `rows` components below one of `parents` (0: the top). */
export function levelOf(
  type: ComponentType,
  rows: number,
  parents: number,
): fc.Arbitrary<FilterLevel> {
  const parent = parents === 0 ? fc.constant(NO_ROW) : fc.nat({ max: parents });
  return fc
    .record({
      parent: fc.array(parent, { minLength: rows, maxLength: rows }),
      exists: fc.option(fc.uint8Array({ min: 0, max: 1, minLength: rows, maxLength: rows })),
      pcs: fc.array(fc.constantFrom("A-1", "a-10", "B-2", ""), {
        minLength: rows,
        maxLength: rows,
      }),
    })
    .map((drawn) => ({
      row_count: rows,
      // The number after the last parent means no parent.
      parent: Uint32Array.from(drawn.parent, (row) => (row === parents ? NO_ROW : row)),
      exists: drawn.exists,
      names: namesFrom(
        drawn.pcs.map((_, row) => `${type}-${row}`),
        drawn.pcs,
      ),
    }));
}
