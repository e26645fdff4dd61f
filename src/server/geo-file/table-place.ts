// What a row of a table says of its place beside longitude and latitude: the letter of the hemisphere, minutes and seconds
// in columns of their own, and the code of the reference system.
import { readAngle } from "../../domain/geometry/angle-text.ts";
import { readNumber, settledNumber } from "../../domain/number-text.ts";
import { cellText, type Cell } from "../../domain/table/table.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";

type Axis = "lon" | "lat";

const words = (text: string) => new Set(text.split(" "));
const axes = {
  lat: "lat|latitude?|latitud",
  lon: "lon|lng|long|longitude?|longitud",
} as const;
const sides = {
  lat: words("ns nors northsouth hemisphere hemisferio"),
  lon: words("ew eorw wore eastwest we"),
} as const;
const codes = words("epsg epsgcode codeepsg codigoepsg srid crs srs");

/** "Latitude (min)", "lat_minutes", "LatM", "GPSLatitudeRef", "lon_dir". */
const partOf = (axis: Axis, part: string) =>
  new RegExp(`^(?:gps)?(?:(?:${axes[axis]})(?:${part})|(?:${part})(?:${axes[axis]}))$`);
const parts = {
  minutes: "m|mins?|minutes?|minutos?",
  seconds: "s|secs?|seconds?|segundos?",
  side: "dir|direction|ref|hemisphere|hemisferio|hemi|ns|ew|we|side",
} as const;

type AxisColumns = { readonly [part in keyof typeof parts]: number };
export type PlaceColumns = {
  readonly lon: AxisColumns;
  readonly lat: AxisColumns;
  readonly code: number;
};

/** The columns that belong to longitude and latitude; -1 where there is none. */
export function placeColumns(heads: readonly string[]): PlaceColumns {
  const plain = heads.map(plainName);
  const hasBounds = plain.some((name) => /^(?:lat|lon|x|y)max/.test(name));
  const of = (axis: Axis): AxisColumns => {
    const at = (part: keyof typeof parts) =>
      plain.findIndex((name) => partOf(axis, parts[part]).test(name));
    const side = at("side");
    return {
      // "lat_min" beside "lat_max" is a bound.
      minutes: hasBounds ? -1 : at("minutes"),
      seconds: at("seconds"),
      side: side >= 0 ? side : plain.findIndex((name) => sides[axis].has(name)),
    };
  };
  return { lon: of("lon"), lat: of("lat"), code: plain.findIndex((name) => codes.has(name)) };
}

const letters: Readonly<Record<Axis, readonly (readonly [RegExp, 1 | -1])[]>> = {
  lat: [
    [/^(?:n|north|norte)$/i, 1],
    [/^(?:s|south|sur|sul)$/i, -1],
  ],
  lon: [
    [/^(?:e|east|este|leste)$/i, 1],
    [/^(?:w|west)$/i, -1],
  ],
};
/** West in Spanish and Portuguese, east in German. */
const unclearSide = /^o(?:este)?$/i;

/** Degrees of a row, or null where its cells contradict each other. */
export function angleOf(
  cells: readonly Cell[],
  degrees: number,
  { minutes, seconds, side }: AxisColumns,
  axis: Axis,
): number | null {
  const cell = cells[degrees] ?? "";
  const whole = typeof cell === "number" ? cell : readAngle(cell, axis);
  if (whole === null) return null;
  const [minute, second] = [minutes, seconds].map((at) =>
    at < 0 || at === degrees ? null : sixtieth(cells[at] ?? ""),
  );
  const isNegative = whole < 0 || /^\s*[-\u2010-\u2013\u2212]/.test(cellText(cell));
  let size = Math.abs(whole);
  if (typeof minute === "number" || typeof second === "number") {
    // Degrees with decimals and minutes beside them are one place said twice, or two.
    if (!Number.isInteger(whole)) return null;
    size += (minute ?? 0) / 60 + (second ?? 0) / 3600;
  }
  if (Number.isNaN(size)) return null;
  const text = side < 0 ? "" : cellText(cells[side]);
  if (unclearSide.test(text)) return null;
  const turn = letters[axis].find(([word]) => word.test(text))?.[1];
  // A minus before north could mean either.
  if (turn === 1 && isNegative) return null;
  return 0 + (turn === -1 || isNegative ? -size : size);
}

/** Minutes or seconds; null for a blank cell, NaN for what is none. */
function sixtieth(cell: Cell): number | null {
  const reading = settledNumber(readNumber(cell), { least: 0, greatest: 60 });
  if (reading.kind === "blank") return null;
  return reading.kind === "number" && reading.value >= 0 && reading.value < 60
    ? reading.value
    : NaN;
}

/** The EPSG code that a row states; 0 where it states none. */
export function codeOf(cells: readonly Cell[], { code }: PlaceColumns): number {
  const text = code < 0 ? "" : cellText(cells[code]);
  return Number(/^(?:EPSG:{1,2})?(\d{4,6})$/i.exec(text)?.[1] ?? 0);
}
