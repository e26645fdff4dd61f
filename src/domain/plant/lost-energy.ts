// The energy that a plant loses per year, from the columns of one analysis: electric MWh, so that plants of
// both technologies can be ranked. Reasons and sources: decisions/headline.md.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { lossOf, lossParts, type LossPlant } from "../loss/component-loss.ts";
import { currencies, type LossSettings } from "../loss/loss-settings.ts";

/** What is known of one column. */
export type EnergyColumn = {
  readonly key_figure_id: number;
  readonly mean: number | null;
  readonly value_count: number;
  /** Components that exist. */
  readonly component_count: number;
};

type EnergyPlant = { readonly technology: Technology; readonly nominal_capacity: number };

function figureOf(key: string): KeyFigure {
  const figure = keyFigureByKey(key);
  if (figure === undefined) throw new RangeError(`no key figure ${key}`);
  return figure;
}

/** The key figures of each part, preferred first. */
export function energyKeyFigures(technology: Technology): KeyFigure[][] {
  return lossParts[technology].map(({ keys }) => keys.map(figureOf));
}

export const lostEnergyShape = z.object({
  /** Electric MWh per year. */
  mwh: z.number(),
  /** A year, in the currency. */
  money: z.number(),
  currency: z.enum(currencies),
  parts: z.array(
    z.object({
      key_figure_id: z.number().int(),
      /** Sum of the measured values, in the unit of the key figure. */
      sum: z.number(),
      mwh: z.number(),
      value_count: z.number().int(),
      component_count: z.number().int(),
    }),
  ),
  /** First key figures of the parts without values; they are not in the sum. */
  missing_key_figure_ids: z.array(z.number().int()),
});
export type LostEnergy = z.infer<typeof lostEnergyShape>;

/** Null if the analysis has no key figure from which the energy follows. */
export function lostEnergy(
  { technology, nominal_capacity }: EnergyPlant,
  columns: readonly EnergyColumn[],
  settings: LossSettings,
): LostEnergy | null {
  const found: LostEnergy["parts"] = [];
  const missing_key_figure_ids: number[] = [];
  for (const { keys } of lossParts[technology]) {
    const known = keys
      .map((key) => {
        const { id } = figureOf(key);
        return { key, column: columns.find((one) => one.key_figure_id === id) };
      })
      .find(({ column }) => column !== undefined && column.value_count > 0);
    if (known?.column === undefined) {
      missing_key_figure_ids.push(figureOf(keys[0]!).id);
      continue;
    }
    const { key, column } = known;
    const { key_figure_id, mean, value_count, component_count } = column;
    const plant: LossPlant = { nominal_capacity, modules: component_count, settings };
    const sum = (mean ?? 0) * value_count;
    const { mwh } = lossOf(key, sum, plant);
    found.push({ key_figure_id, sum, mwh, value_count, component_count });
  }
  if (found.length === 0) return null;
  const mwh = found.reduce((total, part) => total + part.mwh, 0);
  const { tariff, currency } = settings;
  return { mwh, money: mwh * tariff, currency, parts: found, missing_key_figure_ids };
}
