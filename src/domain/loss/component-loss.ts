// What one component loses: power, energy a year and money, from a key figure of loss and the settings of its plant.
import type { ComponentType, Technology } from "../component/component.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import type { LossSettings } from "./loss-settings.ts";
import { modulePower, moduleWatts, type LossPlant } from "./module-power.ts";

export type Loss = {
  /** Electric, at rated conditions. */
  readonly kw: number;
  /** Electric, a year. */
  readonly mwh: number;
  /** In the currency of the plant, a year; 0 where the plant has no price of energy. */
  readonly money: number;
};

/** Hours a year that the key figure `tube_energy_loss` is stated for. */
export const HOURS_OF_COLUMN = 3000;
const WATTS_PER_KW = 1000;
const KWH_PER_MWH = 1000;

export const noLoss: Loss = { kw: 0, mwh: 0, money: 0 };

/** Share of its first power that a module still has. */
export function agedShare({ degradation_percent, age_years }: LossSettings): number {
  return (1 - degradation_percent / 100) ** age_years;
}

/** What follows from the power of a module; energy that an import states does not. */
const ofModulePower: readonly string[] = ["power_loss", "string_power_loss", "performance_loss"];

/** True for a key figure whose loss is not calculated, because the power of a module cannot be true. */
export function isLossWithheld(key: string, plant: LossPlant): boolean {
  return ofModulePower.includes(key) && modulePower(plant)?.is_plausible === false;
}

/** @param kw electric power that is missing under full sun, of modules as they were new */
function ofPower(kw: number, { settings }: LossPlant): Loss {
  const aged = kw * agedShare(settings);
  const mwh = (aged * settings.full_load_hours) / KWH_PER_MWH;
  return { kw: aged, mwh, money: mwh * (settings.tariff ?? 0) };
}

/** @param mwh electric, a year; the power is its mean over the hours */
function ofEnergy(mwh: number, hours: number, { settings }: LossPlant): Loss {
  return { kw: (mwh * KWH_PER_MWH) / hours, mwh, money: mwh * (settings.tariff ?? 0) };
}

const electric = (heat_mwh: number, { settings }: LossPlant) =>
  (heat_mwh * settings.cycle_efficiency_percent) / 100;

type Formula = (value: number, plant: LossPlant) => Loss;

/** By key of the key figure. Each is in proportion to the value, so that a sum of values has the sum of the losses. */
const formulas = {
  power_loss: (watts, plant) => ofPower(watts / WATTS_PER_KW, plant),
  string_power_loss: (watts, plant) => ofPower(watts / WATTS_PER_KW, plant),
  performance_loss: (percent, plant) =>
    ofPower(((percent / 100) * (moduleWatts(plant) ?? 0)) / WATTS_PER_KW, plant),
  energy_loss: (kwh, plant) => ofEnergy(kwh / KWH_PER_MWH, plant.settings.full_load_hours, plant),
  tube_energy_loss: (heat, plant) => {
    const { operating_hours } = plant.settings;
    return ofEnergy(
      electric((heat * operating_hours) / HOURS_OF_COLUMN, plant),
      operating_hours,
      plant,
    );
  },
  optical_energy_loss: (heat, plant) =>
    ofEnergy(electric(heat, plant), plant.settings.operating_hours, plant),
} satisfies Record<string, Formula>;
export type LossKey = keyof typeof formulas;

export function isLossKey(key: string): key is LossKey {
  return key in formulas;
}

/** A value below zero is the noise of an intact component: it counts with its sign, so that noise adds up to nothing. */
export function lossOf(key: LossKey, value: number, plant: LossPlant): Loss {
  return formulas[key](value, plant);
}

type LossPart = {
  readonly component_type: ComponentType;
  readonly keys: readonly LossKey[];
  /** Surveys without it lack nothing: it adds to another part. */
  readonly isAdded?: true;
};

/**
 * Parts of a plant's loss. The first key figure of a part that has values is taken: the others say the same in another
 * way, so that nothing counts twice.
 */
export const lossParts: Readonly<Record<Technology, readonly LossPart[]>> = {
  photovoltaic: [
    { component_type: "module", keys: ["power_loss", "performance_loss", "energy_loss"] },
    { component_type: "module", keys: ["string_power_loss"], isAdded: true },
  ],
  parabolic_trough: [
    { component_type: "absorber_tube", keys: ["tube_energy_loss"] },
    { component_type: "sca", keys: ["optical_energy_loss"] },
  ],
};

/** Whether the key figure adds to what another one says of the same components, so that few of them have a value. */
export function isAddedLoss(key_figure_id: number): boolean {
  const key = keyFigureById(key_figure_id)?.key ?? "";
  const parts = Object.values(lossParts).flat();
  return parts.some(({ keys, isAdded }) => isAdded === true && keys.some((one) => one === key));
}

/** Twice the standard uncertainty where no key figure states it, as a share of the loss. */
const assumedShares: Readonly<Record<LossKey, number>> = {
  // Panel factors of 1/3 and 2/3 against strings of today: 0.35 to 0.41, and 0.69 to 0.97.
  power_loss: 0.25,
  performance_loss: 0.25,
  energy_loss: 0.25,
  // It is in the uncertainty of the power loss.
  string_power_loss: 0,
  // ASME JSEE 136/011006: 17 to 19 %.
  tube_energy_loss: 0.19,
  optical_energy_loss: 0.25,
};

/** Of a value without an uncertainty of its own, in its unit. */
export function assumedUncertainty(key: LossKey, value: number): number {
  return assumedShares[key] * Math.abs(value);
}

/** Twice the standard uncertainty of the power of a module as a share of a loss; 0 for losses that need no such power. */
export function powerShare(key: string, plant: LossPlant): number {
  return ofModulePower.includes(key) ? (modulePower(plant)?.uncertainty_share ?? 0) : 0;
}

/** Twice the standard deviation of a year's light from the mean of many years. Our assumption. */
export const YEAR_SHARE = 0.1;

export function addLoss(a: Loss, b: Loss): Loss {
  return { kw: a.kw + b.kw, mwh: a.mwh + b.mwh, money: a.money + b.money };
}

export function scaledLoss({ kw, mwh, money }: Loss, by: number): Loss {
  return { kw: kw * by, mwh: mwh * by, money: money * by };
}
