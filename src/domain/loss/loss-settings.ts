// What losses cost and repairs take: settings of a plant, each with a default.
import { z } from "zod";
import { numberLimits, type NumberLimits } from "../number-limits.ts";

export const currencies = ["EUR", "USD", "BRL", "CLP", "MXN", "ZAR", "MAD", "AED"] as const;

const positive = (most: number) => z.number().positive().max(most);
const share = z.number().min(0).max(100);
/** Null where the plant states another currency than the default, and no such amount. */
const cost = (most: number) => positive(most).nullable();

/** Limits are those of plausible numbers. */
export const lossSettingsShape = z.object({
  currency: z.enum(currencies),
  /** Currency per MWh of electricity; null where the plant states another currency than the default, and no price. */
  tariff: positive(5_000_000).nullable(),
  /** Hours a year at rated power: what the plant is expected to give, and what power that modules lack costs. */
  full_load_hours: positive(8760),
  /** Hours a year at which the receivers of a trough plant are hot. */
  operating_hours: positive(8760),
  /** Percent of the power that modules lose a year, and years since they were new. */
  degradation_percent: z.number().min(0).max(10),
  age_years: z.number().min(0).max(60),
  /** Percent of the heat of a trough plant that becomes electricity. */
  cycle_efficiency_percent: share.max(60),
  /** Currency for one spare part with its share of transport. */
  module_cost: cost(100_000),
  tube_cost: cost(100_000),
  mirror_cost: cost(100_000),
  /** Crew hours for one repair, and currency per crew hour. */
  module_hours: positive(1000),
  tube_hours: positive(1000),
  string_hours: positive(1000),
  assembly_hours: positive(1000),
  mirror_hours: positive(1000),
  crew_hour_cost: cost(10_000),
  /** Modules in series, and strings in parallel at one tracker of maximum power; null where they are not known. */
  modules_per_string: z.number().int().min(1).max(60).nullable(),
  strings_per_tracker: z.number().int().min(1).max(500).nullable(),
  /** Power of one module in W; null: all modules of the twin together have the plant's capacity. */
  module_watts: z.number().min(40).max(900).nullable(),
  /** Mirrors of a solar collector element. */
  mirrors_per_element: z.number().int().min(1).max(500),
});
export type LossSettings = z.infer<typeof lossSettingsShape>;
export type LossSetting = keyof LossSettings;

const { currency: _currency, ...numberShapes } = lossSettingsShape.shape;

/** The numbers that each setting can have. */
export const lossLimits = Object.fromEntries(
  Object.entries(numberShapes).map(([name, shape]) => [name, numberLimits(shape)]),
) as Readonly<Record<Exclude<LossSetting, "currency">, NumberLimits>>;

/** Amounts of money: in another currency they are other numbers. */
export const lossAmounts = [
  "tariff",
  "module_cost",
  "tube_cost",
  "mirror_cost",
  "crew_hour_cost",
] as const satisfies readonly LossSetting[];
export type LossAmount = (typeof lossAmounts)[number];

const { tariff, module_cost, tube_cost, mirror_cost, crew_hour_cost } = lossSettingsShape.shape;

/** Changes of some settings. An amount of money is stated, or left out. */
export const lossChangesShape = lossSettingsShape
  .extend({
    tariff: tariff.unwrap(),
    module_cost: module_cost.unwrap(),
    tube_cost: tube_cost.unwrap(),
    mirror_cost: mirror_cost.unwrap(),
    crew_hour_cost: crew_hour_cost.unwrap(),
  })
  .partial();

export const lossDefaults: LossSettings = {
  currency: "EUR",
  tariff: 60,
  full_load_hours: 2000,
  operating_hours: 3000,
  degradation_percent: 0.5,
  age_years: 0,
  cycle_efficiency_percent: 36,
  module_cost: 150,
  tube_cost: 900,
  mirror_cost: 90,
  module_hours: 1,
  tube_hours: 12,
  string_hours: 2,
  assembly_hours: 4,
  mirror_hours: 1,
  crew_hour_cost: 80,
  modules_per_string: null,
  strings_per_tracker: null,
  module_watts: null,
  mirrors_per_element: 28,
};

/** In the order of the form. The source of each default is in the locale files, under `loss:source`. */
export const lossSettings = Object.keys(lossDefaults) as readonly LossSetting[];

/**
 * The settings of a plant with the defaults for the rest. The default amounts are those of the default currency: in
 * another one they are none.
 */
export function settingsWith(changes: Partial<LossSettings> | null): LossSettings {
  const all = { ...lossDefaults, ...changes };
  if (all.currency === lossDefaults.currency) return all;
  const unstated = lossAmounts.filter((name) => changes?.[name] === undefined);
  return { ...all, ...Object.fromEntries(unstated.map((name) => [name, null])) };
}

/** What money is said in: without a price of energy there is none. */
export type Price = Pick<LossSettings, "currency" | "tariff">;

/** What is to be said of the price beside all money; null where the plant states it. */
export function priceNote(
  { tariff }: Pick<LossSettings, "tariff">,
  isAssumed: boolean,
): "price_missing" | "currency_assumed" | "price_assumed" | null {
  if (tariff === null) return "price_missing";
  if (!isAssumed) return null;
  return tariff === lossDefaults.tariff ? "price_assumed" : "currency_assumed";
}

/** True where price or currency of energy are those of the product, because the plant states none. */
export function isPriceAssumed(stated: Partial<LossSettings> | null): boolean {
  return (stated?.tariff ?? undefined) === undefined || stated?.currency === undefined;
}
