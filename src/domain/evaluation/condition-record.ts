// Conditions of a survey as they are kept: single values by quantity, component and time.
import { z } from "zod";
import { instantShape } from "../calendar-date.ts";
import { LEAST_NORMALISED } from "./irradiance.ts";
import type { Refusal } from "../error.ts";
import {
  answeredScaleShape,
  rasterValuesShape,
  temperatureScaleShape,
  temperatureUnits,
} from "../raster/temperature.ts";
import { realShape } from "../real.ts";
import { exactLineShape } from "../text.ts";

/** Quantities with the least and greatest value: W/m2, m/s, °C, and a share for the emissivity. */
export const quantities = {
  irradiance: [0, 1600],
  dni: [0, 1400],
  wind: [0, 60],
  ambient: [-60, 70],
  emissivity: [0.05, 1],
  reflected: [-120, 100],
  fluid: [-40, 600],
} as const satisfies Readonly<Record<string, readonly [least: number, greatest: number]>>;
export type Quantity = keyof typeof quantities;
export const quantityNames = [
  "irradiance",
  "dni",
  "wind",
  "ambient",
  "emissivity",
  "reflected",
  "fluid",
] as const satisfies readonly Quantity[];

/** Units as they are shown; "" for a share. */
export const quantityUnits: Readonly<Record<Quantity, string>> = {
  irradiance: "W/m²",
  dni: "W/m²",
  wind: "m/s",
  ambient: "°C",
  emissivity: "",
  reflected: "°C",
  fluid: "°C",
};

/**
 * `entered` by hand, from a conditions file, or proposed from the images and confirmed. `stated`: from a file, between
 * the times that a person states for the flight.
 */
export const conditionSources = ["entered", "file", "proposed", "stated"] as const;

export const conditionRowShape = z.object({
  quantity: z.enum(quantityNames),
  /** dt_id or pcs of a loop, SCA, SCE or tube; "" for the whole plant. Fluids alone have one. */
  component: exactLineShape.max(200),
  /** ISO 8601 with offset; null for a value of the whole survey. */
  measured_at: instantShape.nullable(),
  value: realShape,
  source: z.enum(conditionSources),
});
export type ConditionRow = z.infer<typeof conditionRowShape>;

export const MOST_CONDITION_ROWS = 5000;
/** The server reads these itself: more would hold up others. */
export const MOST_CONDITION_LINES = 10_000;
export const conditionRowsShape = z.array(conditionRowShape).max(MOST_CONDITION_ROWS);

/** A file of one band that a user says to hold temperatures in this unit: a height model looks the same. */
export const temperatureRasterShape = temperatureScaleShape.extend({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type TemperatureRaster = z.infer<typeof temperatureRasterShape>;

/** A raster among the files, what a user said of it, and the unit in which its orthomosaic would be temperatures. */
export const surveyRasterFileShape = z.object({
  file_name: z.string(),
  sha256: z.string(),
  unit: z.enum(temperatureUnits).nullable(),
  factor: z.number().nullable(),
  offset: z.number().nullable(),
  proposed: answeredScaleShape.nullable(),
  /** The numbers of the file; null until its orthomosaic is prepared. */
  values: rasterValuesShape.nullable(),
});
export type SurveyRasterFile = z.infer<typeof surveyRasterFileShape>;

/**
 * The single images that were exported as TIFF: how many, what a user said of their numbers, the unit in which each of
 * them would be temperatures, and the span of all their numbers.
 */
export const surveyFramesShape = z.object({
  count: z.int(),
  scale: answeredScaleShape.nullable(),
  proposed: answeredScaleShape.nullable(),
  values: rasterValuesShape,
});
export type SurveyFrames = z.infer<typeof surveyFramesShape>;

/** Mean over the survey, and how far it wandered: the standard deviation of the values. */
export type Condition = {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
};

export type SurveyConditions = {
  readonly values: Partial<Readonly<Record<Exclude<Quantity, "fluid">, Condition>>>;
  /** Temperature of the fluid in °C by name of a loop, SCA, SCE or tube; "" for the whole plant. */
  readonly fluid: ReadonlyMap<string, Condition>;
};

export const noConditions: SurveyConditions = { values: {}, fluid: new Map() };

/** What the evaluation counts with: means over the survey. */
export function conditionsOf(
  rows: readonly Pick<ConditionRow, "quantity" | "component" | "value">[],
): SurveyConditions {
  const values = new Map<string, number[]>();
  const fluid = new Map<string, number[]>();
  for (const { quantity, component, value } of rows) {
    if (quantity === "fluid") add(fluid, component, value);
    else add(values, quantity, value);
  }
  const means = (sums: Map<string, number[]>) =>
    new Map([...sums].map(([name, all]) => [name, conditionOf(all)]));
  return { values: Object.fromEntries(means(values)), fluid: means(fluid) };
}

/** Values of `first`, and of `second` the quantities that it lacks. */
export function joinedRows(
  first: readonly ConditionRow[],
  second: readonly ConditionRow[],
): ConditionRow[] {
  const known = new Set(first.map(({ quantity }) => quantity));
  return [...first, ...second.filter(({ quantity }) => !known.has(quantity))];
}

/** Why these values are none, with the field `rows.3.value`; null for good ones. */
export function conditionRefusal(rows: readonly ConditionRow[]): Refusal | null {
  const seen = new Set<string>();
  for (const [at, { quantity, component, measured_at, value }] of rows.entries()) {
    const [least, greatest] = quantities[quantity];
    if (!(value >= least && value <= greatest)) {
      const values = { value: String(value), least, greatest };
      return { reason: "condition_value_bad", field: `rows.${at}.value`, values };
    }
    if (component !== "" && quantity !== "fluid")
      return { reason: "condition_component", field: `rows.${at}.component` };
    // A file may have several values of one time.
    const key = JSON.stringify([quantity, component]);
    if (measured_at === null && seen.has(key))
      return { reason: "condition_twice", field: `rows.${at}.value` };
    seen.add(key);
  }
  return null;
}

/** What cannot be measured without a quantity, by the key of its key figure. */
const needs = {
  module: {
    irradiance: ["delta_t_normalised", "hotspots", "bypass_diode", "open_string", "module_offline"],
  },
  absorber_tube: {
    emissivity: ["glass_surface_temperature", "heat_loss"],
    reflected: ["glass_surface_temperature", "heat_loss"],
    ambient: ["heat_loss"],
    wind: ["heat_loss"],
    dni: ["glass_tube_temperature", "heat_loss_over_intact"],
    fluid: ["glass_tube_temperature", "heat_loss_over_intact"],
  },
} as const satisfies Record<string, Partial<Record<Quantity, readonly string[]>>>;

export type LeftOut = { readonly quantity: Quantity; readonly key_figures: readonly string[] };

/** The quantities that are missing, each with the key figures that are left out for it. */
export function leftOut(type: keyof typeof needs, { values, fluid }: SurveyConditions): LeftOut[] {
  const has = (quantity: Quantity) =>
    quantity === "fluid"
      ? fluid.size > 0
      : quantity === "irradiance"
        ? (values.irradiance?.mean ?? 0) >= LEAST_NORMALISED
        : values[quantity] !== undefined;
  const wanted: Partial<Record<Quantity, readonly string[]>> = needs[type];
  return quantityNames.flatMap((quantity) => {
    const key_figures = wanted[quantity];
    return key_figures && !has(quantity) ? [{ quantity, key_figures }] : [];
  });
}

function add(sums: Map<string, number[]>, name: string, value: number): void {
  const all = sums.get(name);
  if (all) all.push(value);
  else sums.set(name, [value]);
}

function conditionOf(all: readonly number[]): Condition {
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const square = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    deviation: all.length > 1 ? Math.sqrt(square / (all.length - 1)) : 0,
    count: all.length,
  };
}
