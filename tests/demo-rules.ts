// Whether the demo has values for each key figure.
import { isMissing, valueAt, type ColumnValues } from "../src/domain/column/column.ts";
import type { KeyFigure } from "../src/domain/key-figure/key-figure.ts";

/** What a demo plant of a technology has: values by the ID of their key figure. */
export type DemoColumns = ReadonlyMap<number, ColumnValues>;

/**
 * Key figures without values in the demo, and reasons that nothing needs, each with what to do.
 * @param computed keys of those that the product computes itself, with the reason
 */
export function demoFaults(
  figures: readonly Pick<KeyFigure, "id" | "key">[],
  columns: DemoColumns,
  computed: Readonly<Record<string, string>>,
): string[] {
  return figures.flatMap(({ id, key }) => {
    const values = columns.get(id);
    const hasValues = values?.some((_, row) => !isMissing(valueAt(values, row))) ?? false;
    if (key in computed) return hasValues ? [`${key} has values, and so needs no reason`] : [];
    return hasValues ? [] : [`${key} has no values in the demo: make them in src/demo`];
  });
}
