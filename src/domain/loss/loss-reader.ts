// Where the losses of a survey are read from: the first key figure of each part that has values.
import type { ComponentType, Technology } from "../component/component.ts";
import { valueAt, type ColumnValues } from "../column/column.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import {
  addLoss,
  assumedUncertainty,
  isLossWithheld,
  lossOf,
  lossParts,
  noLoss,
  type Loss,
  type LossKey,
} from "./component-loss.ts";
import { addSpread, noSpread, spreadOf, wholeUncertainty, type LossSpread } from "./loss-spread.ts";
import type { LossPlant } from "./module-power.ts";

export type LossReader = {
  readonly component_type: ComponentType;
  readonly key: LossKey;
  /** Null for a component without a value. */
  readonly lossAt: (row: number) => Loss | null;
  /**
   * Twice the standard uncertainty of that loss, by its own key figure or an assumed share. The assumed one has the sign
   * of the loss: it is the same share for all, so that a sum of losses has that share of the sum, whatever its parts are.
   */
  readonly spreadAt: (row: number) => LossSpread;
};

/** What one component loses by all key figures of loss, and the uncertainty; null where nothing says it. */
export function componentLoss(
  readers: readonly LossReader[],
  type: ComponentType,
  row: number,
): { readonly loss: Loss; readonly uncertainty: Loss } | null {
  let [loss, spread, isKnown] = [noLoss, noSpread, false];
  for (const reader of readers) {
    const own = reader.component_type === type ? reader.lossAt(row) : null;
    if (!own) continue;
    isKnown = true;
    loss = addLoss(loss, own);
    spread = addSpread(spread, reader.spreadAt(row));
  }
  return isKnown ? { loss, uncertainty: wholeUncertainty(loss, spread) } : null;
}

/** @param valuesOf the column of a key figure by its key; undefined where the survey has none */
export function lossReaders(
  technology: Technology,
  valuesOf: (key: string) => ColumnValues | undefined,
  plant: LossPlant,
): LossReader[] {
  return lossParts[technology].flatMap(({ component_type, keys }) => {
    for (const key of keys) {
      if (isLossWithheld(key, plant)) continue;
      const values = valuesOf(key);
      if (!values?.some((value) => value === value)) continue;
      const lossAt = (row: number) => {
        const value = valueAt(values, row);
        return value === value ? lossOf(key, value, plant) : null;
      };
      const by = valuesOf(keyFigureById(keyFigureByKey(key)?.uncertainty_by ?? 0)?.key ?? "");
      const spreadAt = (row: number) => {
        // One column states the uncertainty of a module and its string: it counts once.
        const stated = by && key !== "string_power_loss" ? valueAt(by, row) : NaN;
        const value = valueAt(values, row);
        const assumed = Math.sign(value) * assumedUncertainty(key, value);
        const own = stated === stated ? stated : assumed === assumed ? assumed : 0;
        const loss = value === value ? lossOf(key, value, plant) : noLoss;
        return spreadOf(key, loss, lossOf(key, own, plant), plant);
      };
      return [{ component_type, key, lossAt, spreadAt }];
    }
    return [];
  });
}
