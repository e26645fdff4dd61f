// The head of a table of survey conditions: which column is what, and the unit that it names.
import type { Problem } from "../error.ts";
import { cellText, type HeadRule } from "../table/table.ts";
import { temperatureUnit, type TemperatureUnit } from "../key-figure/unit.ts";
import { bracketOf, isHeadNote } from "../table/head-bracket.ts";
import { dayAndClock, headZone } from "../table/time-order.ts";
import { withoutMarks } from "../text.ts";
import { plainName } from "../twin/twin-file-name.ts";
import { quantityNames, quantityUnits, type Quantity } from "./condition-record.ts";

/** Value in the unit of the quantity = value in the file × factor + offset. */
export type ConditionUnit = { readonly factor: number; readonly offset: number };
const own: ConditionUnit = { factor: 1, offset: 0 };
const times = (factor: number): ConditionUnit => ({ factor, offset: 0 });

/** One unit in all its spellings, as `conditionUnit` compares them: in lower case, without blanks. */
const spelt = (unit: ConditionUnit, spellings: string): Readonly<Record<string, ConditionUnit>> =>
  Object.fromEntries(spellings.split(/\s+/).map((spelling) => [spelling, unit]));

const sun = {
  ...spelt(
    own,
    `w/m2 wm-2 w/sqm wattspersquaremetre wattspersquaremeter wattpersquaremetre wattpersquaremeter wattsperm2
    vatiospormetrocuadrado wattspormetrocuadrado wattspormetroquadrado`,
  ),
  ...spelt(
    times(1000),
    `kw/m2 kwm-2 kw/sqm kilowattspersquaremetre kilowattspersquaremeter kilowattpersquaremetre kilowattpersquaremeter
    kilovatiospormetrocuadrado kilowattspormetrocuadrado quilowattspormetroquadrado kilowattspormetroquadrado`,
  ),
};
const speed = {
  ...spelt(
    own,
    `m/s ms-1 mps m/sec m/seg metrespersecond meterspersecond metrepersecond meterpersecond metrosporsegundo
    metros/segundo`,
  ),
  ...spelt(
    times(1 / 3.6),
    `km/h kmh kph km/hr kmh-1 kilometresperhour kilometersperhour kilometrosporhora quilometrosporhora`,
  ),
  ...spelt(times(0.44704), "mph mi/h milesperhour millasporhora milhasporhora"),
  ...spelt(times(1852 / 3600), "kn kt kts knot knots nudo nudos nó nós"),
  ...spelt(times(0.3048), "ft/s fps feetpersecond piesporsegundo pesporsegundo"),
};
const fahrenheit: ConditionUnit = { factor: 5 / 9, offset: -160 / 9 };
const kelvin: ConditionUnit = { factor: 1, offset: -273.15 };
const scales: Readonly<Record<TemperatureUnit, ConditionUnit>> = {
  "°C": own,
  "°F": fahrenheit,
  K: kelvin,
};
/** As an error offers them; `temperatureUnit` knows more. */
const warmth = { "°c": own, "°f": fahrenheit, k: kelvin };
const share = {
  ...spelt(own, "- fraction fraccion fracao"),
  "": own,
  ...spelt(times(0.01), "% percent porciento porcento"),
};
const units: Readonly<Record<Quantity, Readonly<Record<string, ConditionUnit>>>> = {
  irradiance: sun,
  dni: sun,
  wind: speed,
  ambient: warmth,
  emissivity: share,
  reflected: warmth,
  fluid: warmth,
};

/**
 * Other names of the columns, as loggers, control systems and pvlib write them. Global horizontal irradiance is none: the
 * modules do not lie flat.
 */
const names: Readonly<Record<Quantity | "time", readonly string[]>> = {
  time: "time timestamp datetime date fecha fechahora data datahora zeit zeitstempel".split(" "),
  irradiance: "irradiance poa gpoa gti poaglobal poairradiance irradiancia irradianciapoa".split(
    " ",
  ),
  dni: ["dni"],
  wind: "wind windspeed ws viento velocidadviento velocidaddelviento vento velocidadedovento".split(
    " ",
  ),
  ambient:
    "ambient tamb tempair airtemp airtemperature ambienttemperature temperaturaambiente".split(" "),
  emissivity: "emissivity emisividad emissividade".split(" "),
  reflected: ["reflected", "reflectedtemperature"],
  fluid: "fluid fluido fluidtemperature htf htftemperature".split(" "),
};

export type ConditionColumn = {
  readonly name: Quantity | "time" | "component";
  readonly unit: ConditionUnit;
  /** The head states no unit. */
  readonly isBare?: boolean;
};
export type ConditionHead = {
  readonly columns: readonly (ConditionColumn | null)[];
  /** Columns whose texts together are the time. */
  readonly time: readonly number[];
  /** The zone that the head of the times names. */
  readonly time_zone: string | undefined;
  /** Heads of columns that are none of these. */
  readonly others: readonly string[];
};

/** Metres above the ground at which a sensor stands. */
const height = /^\d+(?:[.,]\d+)?\s*m$/i;
/** Text in brackets at heads of loggers and is no unit. The plane of the modules is the meaning of its column. */
const places: Readonly<Partial<Record<Quantity, RegExp>>> = {
  wind: height,
  ambient: height,
  irradiance:
    /^(?:poa|gpoa|gti|plane of (?:the )?(?:array|modules)|tilted|inclined|inclinad[ao]|plano inclinado|plano de los m[oó]dulos|plano dos m[oó]dulos|plano do arranjo)$/i,
};

/** The head without a height or a plane in brackets: the row below it may state the unit. */
export function withoutPlace(head: string): string {
  const { bare, text } = bracketOf(head) ?? {};
  if (bare === undefined || text === undefined) return head;
  const name = nameOf(plainName(bare));
  const isPlace = quantityNames.some((one) => one === name && places[one]?.test(text));
  return isPlace ? bare : head;
}

/** Whether a text in brackets at the head of a quantity is a note, and no unit. */
export const isConditionNote = (name: Quantity, text: string): boolean =>
  conditionUnit(name, text) === null && (isHeadNote(text) || places[name]?.test(text) === true);

/** What each column is; what is wrong goes to `problems`. */
export function conditionHead(
  head: readonly string[],
  line: number,
  problems: Problem[],
): ConditionHead {
  const offered = ["time", "component", ...quantityNames].join(", ");
  let time_zone: string | undefined;
  const together = dayAndClock(head.map((text) => plainName(text.replace(/[([].*$/, ""))));
  const seen = new Set<string>();
  const others: string[] = [];
  const columns = head.map(withoutPlace).map((text, at): ConditionColumn | null => {
    const { bare, text: stated } = bracketOf(text) ?? { bare: text };
    const plain = plainName(bare);
    // pvlib's own files have no head above their times.
    const name = text.trim() === "" && at === 0 ? "time" : nameOf(plain);
    const values = { name: text.slice(0, 80), offered };
    if (together && (at === together.day || at === together.clock)) {
      time_zone ??= headZone(text);
      seen.add("time");
      return { name: "time", unit: own };
    }
    // Loggers count their records.
    if (counted.test(plain)) return null;
    if (name === null) {
      others.push(text.trim() || String(at + 1));
      return null;
    }
    if (seen.has(name)) problems.push({ reason: "condition_column_twice", values, line });
    seen.add(name);
    if (name === "time") {
      time_zone = headZone(text);
      return { name, unit: own };
    }
    if (name === "component" || stated === undefined) return { name, unit: own, isBare: true };
    const unit = conditionUnit(name, stated);
    if (unit) return { name, unit };
    const known = [...new Set([quantityUnits[name], ...Object.keys(units[name])])];
    // Those written out need no offer.
    const short = known.filter((unit) => unit !== "" && unit.length <= 5);
    const words = { name: text.slice(0, 80), offered: short.join(", ") };
    problems.push({ reason: "condition_unit", values: words, line });
    return null;
  });
  if (!seen.has("time")) problems.push({ reason: "condition_time_missing", line });
  else if (!quantityNames.some((name) => seen.has(name)) && others.length > 0) {
    for (const other of others) {
      const values = { name: other.slice(0, 80), offered };
      problems.push({ reason: "condition_column_unknown", values, line });
    }
  }
  const first = columns.findIndex((column) => column?.name === "time");
  return { columns, time: together ? [together.day, together.clock] : [first], time_zone, others };
}

const counted = /^(?:record|recordnumber|recnbr|recno|rn)$/;

/** Tells the head of such a table: a time, and a quantity beside it. */
export const isConditionHead: HeadRule = (cells) => {
  const { columns } = conditionHead(cells.map(cellText), 1, []);
  const found = new Set(columns.map((column) => column?.name));
  return found.has("time") && quantityNames.some((name) => found.has(name));
};

/** Whether a text is a unit of any of the quantities. */
export const isConditionUnit = (text: string): boolean =>
  quantityNames.some((name) => conditionUnit(name, text) !== null);

/** What each column is by its head, without its unit; null for one that is none of these. A clock may have its own. */
export function conditionMeanings(
  heads: readonly string[],
): (ConditionColumn["name"] | "clock" | null)[] {
  const plain = heads.map((head) => plainName(bracketOf(head)?.bare ?? head));
  const together = dayAndClock(plain);
  return plain.map((name, at) => {
    if (at === together?.day) return "time";
    if (at === together?.clock) return "clock";
    // As in the files of pvlib, which the reader takes so too.
    const meaning = at === 0 && heads[at]!.trim() === "" ? "time" : nameOf(name);
    return together && meaning === "time" ? null : meaning;
  });
}

function nameOf(plain: string): ConditionColumn["name"] | null {
  if (plain === "component") return plain;
  return (["time", ...quantityNames] as const).find((name) => names[name].includes(plain)) ?? null;
}

/** The unit of a quantity that a head or a cell names; null for another text. */
export function conditionUnit(name: Quantity, stated: string): ConditionUnit | null {
  const plain = stated
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("²", "2")
    .replaceAll("⁻", "-")
    .replaceAll("º", "°")
    .replaceAll("℃", "°c")
    .replaceAll("℉", "°f")
    .replaceAll(/[\s^*·.]/g, "");
  const scale = units[name] === warmth ? temperatureUnit(stated) : null;
  if (scale) return scales[scale];
  const known = units[name];
  const spelling = [plain, withoutMarks(plain)].find((one) => Object.hasOwn(known, one));
  return spelling === undefined ? null : known[spelling]!;
}
