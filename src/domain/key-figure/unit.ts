// The units in which a file may give the values of a key figure.
import { withoutMarks } from "../text.ts";

/** Value in the unit of the key figure = value in the file × factor + offset. */
type Conversion = { readonly factor: number; readonly offset?: number };
type Units = Readonly<Record<string, Conversion>>;

const lengths = { µm: 1e-3, mm: 1, cm: 10, m: 1000, in: 25.4 };
const angles = { "°": Math.PI / 180, mrad: 1e-3, rad: 1 };
const watts = { W: 1, kW: 1e3, MW: 1e6 };
const wattHours = { kWh: 1e3, MWh: 1e6, GWh: 1e9 };

/** Units of one kind, relative to that of the key figure. */
function relative(sizes: Readonly<Record<string, number>>, unit: string, suffix = ""): Units {
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      name + suffix,
      { factor: size / (sizes[unit] ?? 1) },
    ]),
  );
}

/** By unit of a key figure. K is used for differences of temperature only, °C for temperatures only. */
const unitsOf: Readonly<Record<string, Units>> = {
  "%": { "%": { factor: 1 }, fraction: { factor: 100 } },
  "°C": {
    "°C": { factor: 1 },
    K: { factor: 1, offset: -273.15 },
    "°F": { factor: 5 / 9, offset: -160 / 9 },
  },
  K: { K: { factor: 1 }, "°C": { factor: 1 }, "°F": { factor: 5 / 9 } },
  mm: relative(lengths, "mm"),
  cm: relative(lengths, "cm"),
  "°": relative(angles, "°"),
  mrad: relative(angles, "mrad"),
  W: relative(watts, "W"),
  kW: relative(watts, "kW"),
  "W/m": relative({ W: 1, kW: 1e3 }, "W", "/m"),
  "kWh/a": relative(wattHours, "kWh", "/a"),
  "MWh/a": relative(wattHours, "MWh", "/a"),
};

/** Other ways to write a unit, in lower case and without accents. Prefixes are not here: mW and MW differ in case only. */
const spellings: Readonly<Record<string, string>> = {
  percent: "%",
  pct: "%",
  "1": "fraction",
  ratio: "fraction",
  "por ciento": "%",
  "por cento": "%",
  millimetres: "mm",
  millimeters: "mm",
  milimetros: "mm",
  centimetres: "cm",
  centimeters: "cm",
  centimetros: "cm",
  metres: "m",
  meters: "m",
  metros: "m",
  inches: "in",
  pulgadas: "in",
  polegadas: "in",
  grados: "°",
  graus: "°",
  deg: "°",
  degree: "°",
  degrees: "°",
  μm: "µm",
  um: "µm",
};

export type TemperatureUnit = "°C" | "°F" | "K";
const scales: Readonly<Record<TemperatureUnit, RegExp>> = {
  "°C": /^(?:c|℃|celsius|centigrade|centigrad[ao]s?)$/,
  "°F": /^(?:f|℉|fahrenheit)$/,
  K: /^kelvins?$/,
};

/**
 * The unit of temperatures that a text names in English, Spanish, Portuguese or German: "degrees Fahrenheit", "grados
 * centígrados", "degC"; null for another.
 */
export function temperatureUnit(written: string): TemperatureUnit | null {
  const plain = withoutMarks(written)
    .toLowerCase()
    .replaceAll(/[º˚]/g, "°")
    .replaceAll(/[\s.]/g, "");
  const name = plain.replace(/^(?:°|degrees?|deg|grados?|graus?|grad)(?=.)/, "");
  const known = Object.keys(scales) as TemperatureUnit[];
  return known.find((unit) => scales[unit].test(name)) ?? null;
}

function unitName(written: string): string {
  const text = written.trim().replace(/\/(?:yr|year|y)$/, "/a");
  return spellings[withoutMarks(text).toLowerCase()] ?? temperatureUnit(text) ?? text;
}

/** The units that a file may name for a key figure in `unit`; none for classes and plain numbers. */
export function unitsFor(unit: string): readonly string[] {
  return Object.keys(unitsOf[unit] ?? {});
}

/**
 * Converts values from a unit as written in a file to `unit` of a key figure; null for another unit.
 * Twelve digits remain, so that 0.57 is 57 % and not 56.99999999999999 %.
 */
export function unitConversion(unit: string, written: string): ((value: number) => number) | null {
  const name = unitName(written);
  if (name === unit) return (value) => value;
  const units = unitsOf[unit];
  if (units === undefined || !Object.hasOwn(units, name)) return null;
  const { factor, offset = 0 } = units[name]!;
  return (value) => Number((value * factor + offset).toPrecision(12));
}
