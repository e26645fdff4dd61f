// What a file is that a user drops on the map, by its first bytes, its name, and the names inside a ZIP.
import { userFieldOf } from "../account/user-table.ts";
import { isReferenceHead } from "../analysis/reference-head.ts";
import { isConditionHead } from "../evaluation/condition-head.ts";
import { lettersOf, namedFormat } from "../geometry/format-name.ts";
import { namedEnding } from "../geometry/geo-file.ts";
import { meterColumn, meterHeads } from "../meter/meter-head.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import { droneFieldOf } from "../provider/drone-table.ts";
import { isSerialHead } from "../serial-number/serial-head.ts";
import { isShapeHead } from "../table/shape-head.ts";
import { plainName } from "../twin/twin-file-name.ts";

export const fileKinds = [
  "shapes",
  "table",
  "results",
  "serials",
  "conditions",
  "references",
  "meter",
  "images",
  "pdf",
  "raster",
  "model",
  "drone",
  "users",
  "drones",
  "orders",
] as const;
export type FileKind = (typeof fileKinds)[number];

/** What a file can become. */
export const destinationIds = [
  "twin",
  "observations",
  "blueprint",
  "results",
  "serials",
  "conditions",
  "references",
  "meter",
  "images",
  "survey",
  "photos",
  "model",
  "orders",
  "drones",
  "users",
] as const;
export type Destination = (typeof destinationIds)[number];

/** What a file of the kind can become, the likeliest first. */
export const destinationsOf: Readonly<Record<FileKind, readonly Destination[]>> = {
  shapes: ["twin", "observations", "blueprint"],
  // The rows of a workbook are not looked into: they may have shapes as those of a text.
  table: [
    "observations",
    "twin",
    "results",
    "conditions",
    "references",
    "meter",
    "serials",
    "blueprint",
    "orders",
    "drones",
    "users",
  ],
  results: ["results"],
  serials: ["serials", "observations"],
  conditions: ["conditions"],
  references: ["references"],
  meter: ["meter"],
  images: ["images", "survey"],
  pdf: ["blueprint"],
  raster: ["blueprint", "survey"],
  model: ["model"],
  drone: ["survey", "photos"],
  users: ["users"],
  drones: ["drones"],
  orders: ["orders"],
};

export type KnownFile = {
  readonly name: string;
  readonly bytes: number;
  /** At least 512 bytes of it, or all. */
  readonly head: Uint8Array;
  /** Names inside a ZIP; empty for other files. */
  readonly zipNames: readonly string[];
};

/** The kind, or the reason why the file is none that can be imported, with the way out. */
export type Recognised =
  | { readonly kind: FileKind }
  | { readonly kind: null; readonly reason: string };

const picture = /\.(?:jpe?g|png|webp|heic|dng|tiff?)$/i;
const shape =
  /\.(?:shp|kml|geojson|json|geojsonl|geojsons|ndjson|fgb|gpkg|dxf|csv|parquet|geoparquet)$/i;
/** FlatGeobuf, GeoPackage, Parquet, and Parquet with an encrypted footer, which its reader says. */
const binaryShapes = ["fgb\u0003", "SQLite format 3", "PAR1", "PARE"];
/** Begins a feature of RFC 8142. */
const RECORD_SEPARATOR = "\u001e";
const none = (reason: string): Recognised => ({ kind: null, reason });

/** Whether a name is one of a photo or video of a drone, or of what its camera writes beside them. */
export const isDroneFile = (name: string): boolean => picture.test(name) || recording.test(name);
const recording = /\.(?:mp4|mov|srt|mrk)$/i;

export function fileKindOf({ name, bytes, head, zipNames }: KnownFile): Recognised {
  if (bytes === 0 || head.length === 0) return none("file_empty");
  const begin = lettersOf(head, 0, 16);
  if (begin.startsWith("PK")) return archiveKind(name, zipNames);
  if (begin.startsWith("%PDF-")) return { kind: "pdf" };
  if (begin.startsWith("glTF")) return { kind: "model" };
  if (/^(?:II[*+]\0|MM\0[*+])/.test(begin)) return { kind: "raster" };
  if (recording.test(name) || isPicture(begin)) return { kind: "drone" };
  if (binaryShapes.some((start) => begin.startsWith(start))) return { kind: "shapes" };
  const text = lettersOf(head, 0, Math.min(head.length, 4096)).replace(/^\u00ef\u00bb\u00bf/, "");
  if (isRoute(name, text.trimStart())) return none("format_route");
  const named = namedFormat(head, text.trimStart());
  if (named !== null) return none(named);
  return textKind(name, text.trimStart());
}

/** A plan of QGroundControl, a list of waypoints, or a mission of Litchi. */
const isRoute = (name: string, text: string) =>
  /\.(?:plan|waypoints|lchm)$/i.test(name) ||
  /^QGC WPL \d/.test(text) ||
  /^\{[^]{0,400}"fileType"\s*:\s*"Plan"/.test(text) ||
  (/\.csv$/i.test(name) && /^[^\n]*\blatitude\b[^\n]*\bcurvesize\b/i.test(text));

const isPicture = (begin: string) =>
  begin.startsWith("\u00ff\u00d8\u00ff") || begin.slice(4, 8) === "ftyp";

function archiveKind(name: string, names: readonly string[]): Recognised {
  const files = names.filter((one) => !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(one));
  const has = (endings: RegExp) => files.some((one) => endings.test(one));
  if (has(/(?:^|\/)waylines\.wpml$/i)) return none("format_route");
  if (has(/^xl\/workbook\.xml$/i)) return { kind: "table" };
  if (has(/^xl\/workbook\.bin$/i)) return none("format_xls");
  if (has(/^(?:word|ppt)\//i)) return none("format_office");
  if (has(/(?:^|\/)tileset\.json$/i)) return { kind: "model" };
  if (has(/\.gdbtable$/i)) return none("format_gdb");
  if (/\.kmz$/i.test(name) || has(/\.(?:shp|kml)$/i)) return { kind: "shapes" };
  const pictures = files.filter((one) => picture.test(one)).length;
  if (pictures > 0 && pictures * 2 >= files.length) return { kind: "images" };
  if (has(shape)) return { kind: "shapes" };
  return none("zip_no_shapes");
}

/** Work orders as JSON: this product writes them as an object with a list, and reads a list alone, too. */
const isStates = (text: string) =>
  /^\{\s*"orders"\s*:\s*\[/.test(text) || /^\[\s*\{\s*"order"\s*:/.test(text);

function textKind(name: string, text: string): Recognised {
  if (text === "") return none("file_empty");
  if (text.startsWith("<")) return { kind: "shapes" };
  if (/^[{[]/.test(text) || text.startsWith(RECORD_SEPARATOR)) {
    if (/"format"\s*:\s*"analysis-result"/.test(text)) return { kind: "results" };
    return { kind: isStates(text) ? "orders" : "shapes" };
  }
  if (/^0\s*\r?\n\s*SECTION\b/.test(text) || /^999\s*\r?\n/.test(text)) return { kind: "shapes" };
  const isText = !/[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text.replaceAll("\u0000", ""));
  if (isText && /\.(?:csv|tsv|txt)$/i.test(name)) return tableKind(text);
  return none(namedEnding(name) ?? "format_unknown");
}

/** Lines in which the head of a table is looked for. */
const MOST_TITLES = 20;

/** By the first line that is a known head; titles may stand above it. */
function tableKind(text: string): Recognised {
  for (const line of text.split(/\r?\n/, MOST_TITLES)) {
    const found = headKind(line);
    if (found) return found;
  }
  return { kind: "table" };
}

/** The ID or the key of a key figure, perhaps with a unit in brackets. */
function isFigure(head: string): boolean {
  const name = head.replace(/\s*[[(].*$/, "");
  const figure = /^\d{1,6}$/.test(name) ? keyFigureById(Number(name)) : keyFigureByKey(name);
  return figure !== undefined;
}

/** Coordinates make shapes of a table, serial numbers their list, and key figures beside IDs of components results. */
function headKind(head: string): Recognised | null {
  const cells = head.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', "").trim());
  const names = cells.map(plainName);
  // The file of work orders names components and places, too.
  if (["order", "revision", "findingid"].every((one) => names.includes(one)))
    return { kind: "orders" };
  if (isShapeHead(cells)) return { kind: "shapes" };
  if (isSerialHead(cells)) return { kind: "serials" };
  if (isReferenceHead(cells)) return { kind: "references" };
  if (names.includes("dtid") || names.includes("pcs")) {
    // Other tables that name components are observations, for example.
    if (cells.some(isFigure)) return { kind: "results" };
  }
  if (isConditionHead(cells)) return { kind: "conditions" };
  const isMeter = meterHeads(cells) && cells.some((cell) => meterColumn(cell).unit !== null);
  return isMeter ? { kind: "meter" } : recordKind(cells);
}

/** Heads of columns that name components (`plainName`). */
const componentHeads = new Set("dtid,digitaltwinid,pcs,component,componente".split(","));

/**
 * Records that belong to no plant, or to another page. Many of their heads are common words: a table is taken for one
 * only where the heads leave no doubt, and never where they name components. Any other is a table, whose import asks.
 */
function recordKind(cells: readonly string[]): Recognised | null {
  if (cells.some((cell) => componentHeads.has(plainName(cell)))) return null;
  const users = new Set(cells.map(userFieldOf));
  const ofUser = ["first_name", "last_name", "role"] as const;
  if (users.has("email") && ofUser.some((field) => users.has(field))) return { kind: "users" };
  const orders = new Set(cells.map((cell) => cell.toLowerCase()));
  const ofOrder = ["status", "revision", "finding_id"].filter((head) => orders.has(head));
  if (orders.has("order") && ofOrder.length >= 2) return { kind: "orders" };
  return isDroneHead(cells) ? { kind: "drones" } : null;
}

/** An inventory of a plant has identifiers, types, models and serial numbers, too: a head that names drones tells them. */
function isDroneHead(cells: readonly string[]): boolean {
  const fields = new Set(cells.map(droneFieldOf));
  const others = ["model", "serial_number", "drone_type"] as const;
  const isNamed = cells.some((cell) => /dron/i.test(cell) && droneFieldOf(cell));
  return fields.has("internal_identifier") && isNamed && others.some((one) => fields.has(one));
}
