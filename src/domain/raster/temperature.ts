// Temperatures of thermal orthomosaics: what a file's numbers mean, and how they travel in tiles.

/** Units of the values of a thermal orthomosaic, as programs of photogrammetry write them. */
export const temperatureUnits = [
  "celsius",
  "kelvin",
  "decicelsius",
  "decikelvin",
  "centikelvin",
] as const;
export type TemperatureUnit = (typeof temperatureUnits)[number];

const ZERO_K = 273.15;

const toCelsius: Record<TemperatureUnit, (value: number) => number> = {
  celsius: (value) => value,
  kelvin: (value) => value - ZERO_K,
  decicelsius: (value) => value / 10,
  decikelvin: (value) => value / 10 - ZERO_K,
  centikelvin: (value) => value / 100 - ZERO_K,
};

/** Degrees Celsius of a value of the file. */
export const celsiusOf = (unit: TemperatureUnit) => toCelsius[unit];

/** Lowest and highest median of a survey of a solar plant, in the unit. No two of them overlap. */
const medians: Record<TemperatureUnit, readonly [number, number]> = {
  celsius: [-60, 200],
  kelvin: [213, 480],
  decicelsius: [480, 2000],
  decikelvin: [2130, 4800],
  centikelvin: [21_300, 48_000],
};

/** The unit in which this median is a temperature of a plant, or null. */
export function unitOfMedian(median: number): TemperatureUnit | null {
  const fits = (unit: TemperatureUnit) => median >= medians[unit][0] && median <= medians[unit][1];
  return temperatureUnits.find(fits) ?? null;
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
