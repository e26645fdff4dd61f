// Temperatures of thermal orthomosaics: what a file's numbers mean, and how they travel in tiles.

import { z } from "zod";

/**
 * Units of the values of a thermal raster, as programs and cameras write them. FLIR's TLinear counts 0.04 or 0.4 K a
 * step. `custom` has a factor and an offset to °C.
 */
export const temperatureUnits = [
  "celsius",
  "kelvin",
  "fahrenheit",
  "decicelsius",
  "centicelsius",
  "decikelvin",
  "centikelvin",
  "kelvin_004",
  "kelvin_04",
  "custom",
] as const;
export type TemperatureUnit = (typeof temperatureUnits)[number];

const factor = z.number().refine((value) => value !== 0);

/** What the numbers of a raster mean. */
export const temperatureScaleShape = z.object({
  unit: z.enum(temperatureUnits),
  /** °C = number · factor + offset; of `custom` alone. */
  factor: factor.nullish(),
  offset: z.number().nullish(),
});
/** The same in an answer, where nothing is left out. */
export const answeredScaleShape = z.object({
  unit: z.enum(temperatureUnits),
  factor: factor.nullable(),
  offset: z.number().nullable(),
});
export type TemperatureScale = z.infer<typeof temperatureScaleShape>;

/** The scale alone, of something that has more. */
export const scaleOf = ({ unit, factor: by = null, offset = null }: TemperatureScale) => ({
  unit,
  factor: by,
  offset,
});

const ZERO_K = 273.15;

const linear: Record<TemperatureUnit, readonly [factor: number, offset: number]> = {
  celsius: [1, 0],
  kelvin: [1, -ZERO_K],
  fahrenheit: [5 / 9, -160 / 9],
  decicelsius: [0.1, 0],
  centicelsius: [0.01, 0],
  decikelvin: [0.1, -ZERO_K],
  centikelvin: [0.01, -ZERO_K],
  kelvin_004: [0.04, -ZERO_K],
  kelvin_04: [0.4, -ZERO_K],
  custom: [1, 0],
};

/** Degrees Celsius of a number of the file. */
export function celsiusOf({
  unit,
  factor: by,
  offset,
}: TemperatureScale): (value: number) => number {
  const [usualFactor, usualOffset] = linear[unit];
  if (unit !== "custom") return (value) => value * usualFactor + usualOffset;
  return (value) => value * (by ?? usualFactor) + (offset ?? usualOffset);
}

/** Numbers of a raster as they are in the file: 2 %, 50 % and 98 % of its pixels. */
export const rasterValuesShape = z.object({
  low: z.number(),
  median: z.number(),
  high: z.number(),
});
export type RasterValues = z.infer<typeof rasterValuesShape>;

/**
 * What says the unit: the file names it, no other unit gives temperatures of a plant, or others do too and °C is the
 * usual one.
 */
export const unitSources = ["file", "values", "usual"] as const;
type UnitSource = (typeof unitSources)[number];

/** Units in which the numbers could be temperatures of a plant, and the one that is sure enough to be proposed. */
export type UnitProposal = {
  readonly unit: TemperatureUnit | null;
  readonly said_by: UnitSource | null;
  readonly possible: readonly TemperatureUnit[];
};

/** Median of a survey of a plant in °C, and its span from 2 to 98 % of the pixels in K: ground, modules, sky in glass. */
const usual = { coldest: -20, hottest: 75, widest: 150, narrowest: 8 } as const;
/** What is possible at all: Antarctic night to a hot absorber. */
const possible = { coldest: -60, hottest: 200 } as const;

/**
 * Proposes the unit of a raster. Degrees Celsius are proposed wherever they are usual, because most programs write
 * them, with the word that others are possible; of the others only the one that no other contradicts.
 * @param named the unit that the file names, if any
 */
export function proposedUnit(values: RasterValues, named: string | null): UnitProposal {
  const stated = named === null ? null : unitOfName(named);
  const all = temperatureUnits.filter((unit) => unit !== "custom" && isUsual(unit, values));
  if (stated !== null) {
    if (isPossibleMedian(values, { unit: stated }))
      return { unit: stated, said_by: "file", possible: [stated] };
    return { unit: null, said_by: null, possible: all };
  }
  if (all.includes("celsius")) {
    const said_by = all.length === 1 ? "values" : "usual";
    return { unit: "celsius", said_by, possible: all };
  }
  const [only] = all;
  // Few programs write °F, and a cool plant in other units looks like it: a person says so.
  const isSure = all.length === 1 && only !== undefined && only !== "fahrenheit";
  return { unit: isSure ? only : null, said_by: isSure ? "values" : null, possible: all };
}

/** False where the middle of the numbers would be a temperature that no plant has. */
export function isPossibleMedian({ median }: RasterValues, scale: TemperatureScale): boolean {
  const celsius = celsiusOf(scale)(median);
  return celsius >= possible.coldest && celsius <= possible.hottest;
}

function isUsual(unit: TemperatureUnit, { low, median, high }: RasterValues): boolean {
  const celsius = celsiusOf({ unit });
  const span = celsius(high) - celsius(low);
  const middle = celsius(median);
  // A raster of one temperature is no test of the steps, but °C and K have none.
  const narrowest = unit === "celsius" || unit === "kelvin" ? 0 : usual.narrowest;
  return (
    middle >= usual.coldest && middle <= usual.hottest && span >= narrowest && span <= usual.widest
  );
}

function unitOfName(name: string): TemperatureUnit | null {
  const unit = name
    .trim()
    .toLowerCase()
    .replaceAll(/[°º.\s]|deg(rees?)?/g, "");
  if (/^(c|celsius|centigrade)$/.test(unit)) return "celsius";
  if (/^(k|kelvin)$/.test(unit)) return "kelvin";
  if (/^(f|fahrenheit)$/.test(unit)) return "fahrenheit";
  return null;
}

/** Lowest and highest temperature of a tile, in degrees Celsius; others are drawn as these. */
export const tileRange = { lowest: -100, highest: 555.34 } as const;
const STEPS = 100;

/** The number of a tile for a temperature: hundredths of a degree above -100 °C, from 1; 0 for none. */
export function tileValue(celsius: number): number {
  if (Number.isNaN(celsius)) return 0;
  const { lowest, highest } = tileRange;
  return Math.round((Math.min(highest, Math.max(lowest, celsius)) - lowest) * STEPS) + 1;
}

/** Degrees Celsius; NaN for none. */
export function celsiusOfTile(value: number): number {
  return value === 0 ? NaN : (value - 1) / STEPS + tileRange.lowest;
}
