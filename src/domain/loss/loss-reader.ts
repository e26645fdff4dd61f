// Where the losses of a survey are read from: the first key figure of each part that has values.
import type { ComponentType, Technology } from "../component/component.ts";
import { valueAt, type ColumnValues } from "../column/column.ts";
import { lossOf, lossParts, type Loss, type LossKey, type LossPlant } from "./component-loss.ts";

export type LossReader = {
  readonly component_type: ComponentType;
  readonly key: LossKey;
  /** Null for a component without a value. */
  readonly lossAt: (row: number) => Loss | null;
};

/** @param valuesOf the column of a key figure by its key; undefined where the survey has none */
export function lossReaders(
  technology: Technology,
  valuesOf: (key: string) => ColumnValues | undefined,
  plant: LossPlant,
): LossReader[] {
  return lossParts[technology].flatMap(({ component_type, keys }) => {
    for (const key of keys) {
      const values = valuesOf(key);
      if (!values?.some((value) => value === value)) continue;
      const lossAt = (row: number) => {
        const value = valueAt(values, row);
        return value === value ? lossOf(key, value, plant) : null;
      };
      return [{ component_type, key, lossAt }];
    }
    return [];
  });
}
