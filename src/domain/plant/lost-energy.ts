// The energy that a plant loses per year, from the columns of one analysis: electric MWh, so that plants of
// both technologies can be ranked. Reasons and sources: decisions/headline.md.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import {
  addLoss,
  assumedUncertainty,
  isLossWithheld,
  lossOf,
  lossParts,
  noLoss,
  type LossKey,
} from "../loss/component-loss.ts";
import { greatestLoss, leftOutOf, leftOutShape, unconfirmedSum } from "../loss/beside-sum.ts";
import { addSpread, noSpread, spreadOf, wholeUncertainty } from "../loss/loss-spread.ts";
import { poweredPlant, type LossPlant, type PoweredPlant } from "../loss/module-power.ts";
import { currencies, isPriceAssumed, type LossSettings } from "../loss/loss-settings.ts";

/** What is known of one column. */
export type EnergyColumn = {
  readonly key_figure_id: number;
  readonly mean: number | null;
  readonly value_count: number;
  /** Components that exist. */
  readonly component_count: number;
  /** Of a key figure of loss, the components without a value that may be faulty. */
  readonly unconfirmed: number;
};

type EnergyPlant = PoweredPlant &
  Pick<LossPlant, "module_m2"> & {
    readonly technology: Technology;
  };

function figureOf(key: string): KeyFigure {
  const figure = keyFigureByKey(key);
  if (figure === undefined) throw new RangeError(`no key figure ${key}`);
  return figure;
}

/** The key figures of each part, preferred first; without those that only add to another part. */
export function energyKeyFigures(technology: Technology): KeyFigure[][] {
  return lossParts[technology].flatMap(({ keys, isAdded }) =>
    isAdded ? [] : [keys.map(figureOf)],
  );
}

export const lostEnergyShape = z.object({
  /** Electric MWh per year. */
  mwh: z.number(),
  /** A year, in the currency; null where the plant states a currency without a price of energy. */
  money: z.number().nullable(),
  /** Twice the standard uncertainty of both. */
  uncertainty: z.object({ mwh: z.number(), money: z.number().nullable() }),
  /** The upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
  most: z.object({ mwh: z.number(), money: z.number().nullable() }).nullable(),
  /** Of each part, the components that are not in the sum; none for a part that has all. */
  left_out: z.array(leftOutShape),
  currency: z.enum(currencies),
  /** The price of energy or its currency is the product's, because the plant does not state both. */
  money_assumed: z.boolean(),
  parts: z.array(
    z.object({
      key_figure_id: z.number().int(),
      /** Sum of the measured values, in the unit of the key figure. */
      sum: z.number(),
      mwh: z.number(),
      /** Twice its standard uncertainty. */
      uncertainty: z.object({ mwh: z.number() }),
      value_count: z.number().int(),
      component_count: z.number().int(),
    }),
  ),
  /** First key figures of the parts without values; they are not in the sum. */
  missing_key_figure_ids: z.array(z.number().int()),
});
export type LostEnergy = z.infer<typeof lostEnergyShape>;

/**
 * Null if the analysis has no key figure from which the energy follows.
 * @param own those of the settings that the plant states
 */
export function lostEnergy(
  { technology, module_m2, ...stated }: EnergyPlant,
  columns: readonly EnergyColumn[],
  settings: LossSettings,
  own: Partial<LossSettings> | null,
): LostEnergy | null {
  const found: LostEnergy["parts"] = [];
  const counted: EnergyColumn[] = [];
  const power = { ...poweredPlant(stated), module_m2, settings };
  const missing_key_figure_ids: number[] = [];
  let [whole, spread] = [noLoss, noSpread];
  for (const { keys, isAdded } of lossParts[technology]) {
    const known = keys
      .map((key) => {
        const { id } = figureOf(key);
        return { key, column: columns.find((one) => one.key_figure_id === id) };
      })
      .find(({ key, column }) => {
        if (column === undefined || column.value_count === 0) return false;
        return !isLossWithheld(key, { ...power, modules: column.component_count });
      });
    if (known?.column === undefined) {
      if (!isAdded) missing_key_figure_ids.push(figureOf(keys[0]!).id);
      continue;
    }
    const { key, column } = known;
    const { key_figure_id, mean, value_count, component_count } = column;
    const plant: LossPlant = { ...power, modules: component_count };
    const sum = (mean ?? 0) * value_count;
    const loss = lossOf(key, sum, plant);
    const { mwh } = loss;
    whole = addLoss(whole, loss);
    const measured = lossOf(key, uncertaintyOf(key, sum, columns), plant);
    const alone = spreadOf(key, loss, measured, plant);
    spread = addSpread(spread, alone);
    const uncertainty = { mwh: wholeUncertainty(loss, alone).mwh };
    counted.push(column);
    found.push({ key_figure_id, sum, mwh, uncertainty, value_count, component_count });
  }
  if (found.length === 0) return null;
  const left_out = leftOutOf(counted);
  const modules = found[0]!.component_count;
  const sum = { loss: whole, spread };
  const most = greatestLoss(sum, unconfirmedSum(left_out), { ...power, modules });
  const { mwh, money } = whole;
  const { mwh: more, money: moreMoney } = wholeUncertainty(whole, spread);
  return {
    mwh,
    money: settings.tariff === null ? null : money,
    uncertainty: { mwh: more, money: settings.tariff === null ? null : moreMoney },
    most: most && { mwh: most.mwh, money: settings.tariff === null ? null : most.money },
    left_out,
    currency: settings.currency,
    money_assumed: isPriceAssumed(own),
    parts: found,
    missing_key_figure_ids,
  };
}

/** Sum of what the components state, else the assumed share of the sum; in the unit of the key figure. */
function uncertaintyOf(key: LossKey, sum: number, columns: readonly EnergyColumn[]): number {
  const { id } = keyFigureById(figureOf(key).uncertainty_by ?? 0) ?? {};
  const by = columns.find(({ key_figure_id, value_count }) => key_figure_id === id && value_count);
  // One column states the uncertainty of a module and its string: it counts once.
  if (by && key !== "string_power_loss") return (by.mean ?? 0) * by.value_count;
  return assumedUncertainty(key, sum);
}
