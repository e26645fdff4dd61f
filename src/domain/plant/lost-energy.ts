// The energy that a plant loses per year, from the columns of one analysis: electric MWh, so that plants of
// both technologies can be ranked. Reasons and sources: decisions/headline.md.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";

/** Electricity from the heat of a trough plant (steam cycle). */
export const CYCLE_EFFICIENCY = 0.36;
/** Hours a year at rated power: the yield of a photovoltaic plant over its capacity. */
export const FULL_LOAD_HOURS = 2000;

const KWH_PER_MWH = 1000;
const WH_PER_MWH = 1e6;

/** What is known of one column. */
export type EnergyColumn = {
  readonly key_figure_id: number;
  readonly mean: number | null;
  readonly value_count: number;
  /** Components that exist. */
  readonly component_count: number;
};

type EnergyPlant = { readonly technology: Technology; readonly nominal_capacity: number };
type Formula = (sum: number, column: EnergyColumn, plant: EnergyPlant) => number;

/**
 * Parts of the energy by technology. The first key figure of a part that has values is taken; the others say
 * the same in another way, so that nothing counts twice. `sum` is that of all measured values.
 */
const parts: Readonly<Record<Technology, readonly (readonly [key: string, Formula])[][]>> = {
  parabolic_trough: [
    [["tube_energy_loss", (sum) => sum * CYCLE_EFFICIENCY]],
    [["optical_energy_loss", (sum) => sum * CYCLE_EFFICIENCY]],
  ],
  photovoltaic: [
    [
      ["energy_loss", (sum) => sum / KWH_PER_MWH],
      ["power_loss", (sum) => (sum * FULL_LOAD_HOURS) / WH_PER_MWH],
      // Percent of a module's power; all modules together have the plant's.
      [
        "performance_loss",
        (sum, { component_count }, { nominal_capacity }) =>
          (sum / 100) * (nominal_capacity / component_count) * FULL_LOAD_HOURS,
      ],
    ],
  ],
};

function figureOf(key: string): KeyFigure {
  const figure = keyFigureByKey(key);
  if (figure === undefined) throw new RangeError(`no key figure ${key}`);
  return figure;
}

/** The key figures of each part, preferred first. */
export function energyKeyFigures(technology: Technology): KeyFigure[][] {
  return parts[technology].map((part) => part.map(([key]) => figureOf(key)));
}

export const lostEnergyShape = z.object({
  /** Electric MWh per year. */
  mwh: z.number(),
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
  plant: EnergyPlant,
  columns: readonly EnergyColumn[],
): LostEnergy | null {
  const found: LostEnergy["parts"] = [];
  const missing_key_figure_ids: number[] = [];
  for (const part of parts[plant.technology]) {
    const known = part
      .map(([key, formula]) => {
        const { id } = figureOf(key);
        return { formula, column: columns.find((one) => one.key_figure_id === id) };
      })
      .find(({ column }) => column !== undefined && column.value_count > 0);
    if (known?.column === undefined) {
      missing_key_figure_ids.push(figureOf(part[0]![0]).id);
      continue;
    }
    const { formula, column } = known;
    const { key_figure_id, mean, value_count, component_count } = column;
    const sum = (mean ?? 0) * value_count;
    const mwh = formula(sum, column, plant);
    found.push({ key_figure_id, sum, mwh, value_count, component_count });
  }
  if (found.length === 0) return null;
  const mwh = found.reduce((total, part) => total + part.mwh, 0);
  return { mwh, parts: found, missing_key_figure_ids };
}
