// What a row of a table says of its place beside longitude and latitude: the letter of the hemisphere, minutes and seconds
// in columns of their own, and the code of the reference system.
import { hasHemisphere, readAngle } from "../../domain/geometry/angle-text.ts";
import { epsgCode } from "../../domain/geometry/crs.ts";
import { readNumber, settledNumber } from "../../domain/number-text.ts";
import { cellText, type Cell } from "../../domain/table/table.ts";
import { bracketOf } from "../../domain/table/head-bracket.ts";
import { withoutMarks } from "../../domain/text.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { epsgDefinition } from "./system/epsg.ts";

type Axis = "lon" | "lat";

const words = (text: string) => new Set(text.split(" "));
const axes = {
  lat: "lat|latitude?|latitud",
  lon: "lon|lng|long|longitude?|longitud",
} as const;
/** Words for a side of the world, as heads name the letter of the hemisphere. */
const sideWords =
  "dir|direction|direccion|direcao|ref|reference|hemisphere|hemisferio|hemisphare|hemi|hem|side|indicator|indicador|ind|cardinal";
/** "NS", "N/S Indicator", "E/W", "northsouth": heads that name the two letters themselves. */
const lettersOf = {
  lat: new RegExp(`^(?:ns|nors|northsouth)(?:${sideWords})?$`),
  lon: new RegExp(`^(?:ew|eorw|wore|eastwest|we)(?:${sideWords})?$`),
} as const;
/** A head that says no axis: it belongs to the one before it where there are two. */
const isSide = new RegExp(`^(?:${sideWords})$`);
const isHemisphere = /^hemis/;
const codes = words("epsg epsgcode codeepsg codigoepsg srid crs srs");

/** "Latitude (min)", "lat_minutes", "LatM", "GPSLatitudeRef", "lon_dir". */
const partOf = (axis: Axis, part: string) =>
  new RegExp(`^(?:gps)?(?:(?:${axes[axis]})(?:${part})|(?:${part})(?:${axes[axis]}))$`);
const parts = {
  minutes: "m|mins?|minutes?|minutos?",
  seconds: "s|secs?|seconds?|segundos?",
  side: `${sideWords}|ns|ew|we`,
} as const;

type AxisColumns = {
  readonly minutes: number;
  readonly seconds: number;
  readonly side: number;
  /** The head may name something else: what is no word does not count. */
  readonly isLoose: boolean;
};
export type PlaceColumns = {
  readonly lon: AxisColumns;
  readonly lat: AxisColumns;
  readonly code: number;
};

/**
 * The columns that belong to longitude and latitude; -1 where there is none.
 * @param degrees the columns of both
 */
export function placeColumns(
  heads: readonly string[],
  degrees: { readonly lon: number; readonly lat: number },
): PlaceColumns {
  const plain = heads.map(plainName);
  const hasBounds = plain.some((name) => /^(?:lat|lon|x|y)max/.test(name));
  const alike = plain.flatMap((name, at) => (isSide.test(name) ? [at] : []));
  const pair = alike.length === 2 && plain[alike[0]!] === plain[alike[1]!] ? alike : null;
  const hemisphere = plain.findIndex((name) => isHemisphere.test(name));
  const looseSide = (axis: Axis): number => {
    const named = plain.findIndex((name) => lettersOf[axis].test(name));
    if (named >= 0) return named;
    const other = degrees[axis === "lat" ? "lon" : "lat"];
    if (pair) return pair[degrees[axis] < other ? 0 : 1]!;
    return axis === "lat" ? hemisphere : -1;
  };
  const of = (axis: Axis): AxisColumns => {
    const at = (part: keyof typeof parts) =>
      plain.findIndex((name) => partOf(axis, parts[part]).test(name));
    const side = at("side");
    return {
      // "lat_min" beside "lat_max" is a bound.
      minutes: hasBounds ? -1 : at("minutes"),
      seconds: at("seconds"),
      side: side >= 0 ? side : looseSide(axis),
      isLoose: side < 0,
    };
  };
  return { lon: of("lon"), lat: of("lat"), code: plain.findIndex((name) => codes.has(name)) };
}

const letters: Readonly<Record<Axis, Readonly<Record<string, 1 | -1>>>> = {
  lat: signs("n north northern norte nord norden", "s south southern sur sul sud suden"),
  // "O" is west in Spanish, Portuguese and French, and east in German.
  lon: signs("e east eastern este leste est ost osten", "w west western oeste ouest westen"),
};

function signs(ahead: string, behind: string): Readonly<Record<string, 1 | -1>> {
  const one = (sign: 1 | -1) => (word: string) => [word, sign] as const;
  return Object.fromEntries([...ahead.split(" ").map(one(1)), ...behind.split(" ").map(one(-1))]);
}

/** Which way the axis counts in a row: 0 where nothing says it, null where what says it is not understood. */
function turnOf(cell: Cell | undefined, isLoose: boolean, axis: Axis): 1 | -1 | 0 | null {
  const text = cellText(cell);
  if (text === "" || (isLoose && !/^\p{L}[\p{L}\p{M}. ]*$/u.test(text))) return 0;
  const word = plainName(text);
  return Object.hasOwn(letters[axis], word) ? letters[axis][word]! : null;
}

/** Why a row has no degrees: its numbers, or the cell that should name the hemisphere. */
export type AngleFault = "place" | "side";

/** Degrees of a row with their sign, and what gave it: a letter, a minus, or nothing. */
export type Angle = { readonly degrees: number; readonly by: "letter" | "sign" | "nothing" };

/** Degrees of a row, or what is wrong where its cells are not understood or contradict each other. */
export function angleOf(
  cells: readonly Cell[],
  degrees: number,
  { minutes, seconds, side, isLoose }: AxisColumns,
  axis: Axis,
): Angle | AngleFault {
  const cell = cells[degrees] ?? "";
  const whole = typeof cell === "number" ? cell : readAngle(cell, axis);
  if (whole === null) return "place";
  const [minute, second] = [minutes, seconds].map((at) =>
    at < 0 || at === degrees ? null : sixtieth(cells[at] ?? ""),
  );
  const isNegative = whole < 0 || /^\s*[-\u2010-\u2013\u2212]/.test(cellText(cell));
  let size = Math.abs(whole);
  if (typeof minute === "number" || typeof second === "number") {
    // Degrees with decimals and minutes beside them are one place said twice, or two.
    if (!Number.isInteger(whole)) return "place";
    size += (minute ?? 0) / 60 + (second ?? 0) / 3600;
  }
  if (Number.isNaN(size)) return "place";
  const turn = side < 0 ? 0 : turnOf(cells[side], isLoose, axis);
  if (turn === null) return "side";
  // A minus before north could mean either.
  if (turn === 1 && isNegative) return "place";
  const isLettered = turn !== 0 || (typeof cell === "string" && hasHemisphere(cell));
  // Nothing turns the equator and the prime meridian.
  const by = isLettered ? "letter" : isNegative || size === 0 ? "sign" : "nothing";
  return { degrees: 0 + (turn === -1 || isNegative ? -size : size), by };
}

/**
 * Tells rows of a table whose hemisphere is not known: in a table that names it, degrees without a letter and without
 * a minus could lie on either side.
 */
export function hemisphereWatch() {
  const state = {
    lon: { isLettered: false, bare: null as number | null },
    lat: { isLettered: false, bare: null as number | null },
  };
  return {
    /**
     * What is wrong with the row, null for nothing: "row" for itself, or the line of a row before it, which was passed
     * on as north or east.
     */
    fault(axis: Axis, { by }: Angle, line: number): "row" | number | null {
      const of = state[axis];
      if (by === "nothing") {
        if (of.isLettered) return "row";
        of.bare ??= line;
      } else if (by === "letter") {
        of.isLettered = true;
        if (of.bare !== null) return of.bare;
      }
      return null;
    },
    /** Whether rows were read as north or east, and none had a letter. */
    isBare: (axis: Axis): boolean => state[axis].bare !== null,
  };
}

/** Minutes or seconds; null for a blank cell, NaN for what is none. */
function sixtieth(cell: Cell): number | null {
  const reading = settledNumber(readNumber(cell), { least: 0, greatest: 60 });
  if (reading.kind === "blank") return null;
  return reading.kind === "number" && reading.value >= 0 && reading.value < 60
    ? reading.value
    : NaN;
}

/** What a head says in brackets of the numbers below it, where that is neither degrees nor metres. */
const otherUnits = {
  /** Radians and gons would be taken for degrees, the rest for metres. */
  other:
    /^(?:rad(?:ians?|ianes|ianos|ianten)?|gons?|grads?|gradians?|mils?|km|kilomet(?:er|re|ro)s?|cm|mm|in|inch(?:es)?)$/,
  feet: /^(?:(?:us|u s|intl?|survey|international)? ?(?:ft|ft us|feet|foot|survey f(?:ee|oo)t)|ftus|usft|sft|pies|pes|fuss)$/,
  /** Degrees and minutes in one number: 1854.5 is 18 degrees and 54.5 minutes. */
  packed: /^(?:d+ ?m+(?: ?s+)?(?: m+| s+)?|dms|ddm|gms|nmea)$/,
  metres: /^(?:m|met(?:er|re|ro)s?)$/,
} as const;
export type PlaceUnit = keyof typeof otherUnits;

/** The unit that the head of a coordinate states in brackets; null for degrees, for a note, and for none. */
export function unitOfHead(head: string): PlaceUnit | null {
  const text = withoutMarks(bracketOf(head)?.text ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim();
  const units = Object.keys(otherUnits) as PlaceUnit[];
  return units.find((unit) => otherUnits[unit].test(text)) ?? null;
}

/** Whether the unit of a head is that of a reference system; true where the user chose none. */
export function fitsSystem(unit: PlaceUnit | null, chosen: string | undefined): boolean {
  const code = chosen === undefined ? null : epsgCode(chosen);
  const isFeet = /\+(?:units=(?:us-)?ft|to_meter=0\.30)/.test(
    (code === null ? null : epsgDefinition(code)?.proj4) ?? "",
  );
  if (unit === "feet") return isFeet;
  return unit !== "metres" || !isFeet;
}

/** One number without signs between its parts. */
export const isBareNumber = (cell: Cell | undefined): boolean =>
  typeof cell === "number" || /^\s*[-+\u2212]?\d+(?:[.,]\d+)?\s*$/.test(cell ?? "");

/** The EPSG code that a row states; 0 where it states none, null where what it states is not known. */
export function codeOf(cells: readonly Cell[], { code }: PlaceColumns): number | null {
  const text = code < 0 ? "" : cellText(cells[code]);
  return text === "" || text === "0" ? 0 : epsgCode(text);
}
