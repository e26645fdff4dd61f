// Litchi's CSV: 46 columns, one line for each waypoint (litchiutilities.com/docs/litchiCsv.php).
import { isFailure } from "../../error.ts";
import { readNumber, settledNumber } from "../../number-text.ts";
import { csvReader } from "../../result-file/csv-reader.ts";
import { decimal, readDecimal } from "./decimal.ts";
import type { LitchiAction, LitchiMission, LitchiPoi, LitchiWaypoint } from "./litchi-mission.ts";
import { refusedFile } from "./opened-route.ts";

const ACTIONS = 15;
const actionColumns = Array.from({ length: ACTIONS }, (_, at) => [
  `actiontype${at + 1}`,
  `actionparam${at + 1}`,
]).flat();

export const litchiColumns = [
  ..."latitude longitude altitude(m) heading(deg) curvesize(m) rotationdir gimbalmode gimbalpitchangle".split(
    " ",
  ),
  ...actionColumns,
  ..."altitudemode speed(m/s) poi_latitude poi_longitude poi_altitude(m) poi_altitudemode photo_timeinterval photo_distinterval".split(
    " ",
  ),
];

export function litchiCsv({ waypoints }: LitchiMission): string {
  const lines = waypoints.map((waypoint) => cells(waypoint).map(decimal).join(","));
  return [litchiColumns.join(","), ...lines, ""].join("\r\n");
}

function cells(waypoint: LitchiWaypoint): number[] {
  const [longitude, latitude] = waypoint.place;
  const { poi, actions } = waypoint;
  const ordered = Array.from({ length: ACTIONS }, (_, at) => actions[at] ?? { type: -1, param: 0 });
  return [
    latitude,
    longitude,
    waypoint.altitude_m,
    rounded((waypoint.heading_deg + 360) % 360),
    waypoint.curve_m,
    waypoint.rotation,
    waypoint.gimbal_mode,
    waypoint.gimbal_pitch_deg,
    ...ordered.flatMap(({ type, param }) => [type, param]),
    waypoint.altitude_mode,
    waypoint.speed_m_s,
    poi?.place[1] ?? 0,
    poi?.place[0] ?? 0,
    poi?.altitude_m ?? 0,
    poi?.altitude_mode ?? 0,
    waypoint.photo_s ?? -1,
    waypoint.photo_m ?? -1,
  ];
}

/** Without the remainders of sums. */
const rounded = (degrees: number) => Number(degrees.toFixed(9));

/** Metres, or metres per second, of the units that a header may name. */
const units: Readonly<Record<string, number>> = {
  m: 1,
  ft: 0.3048,
  "m/s": 1,
  mph: 0.44704,
  "km/h": 1 / 3.6,
  deg: 1,
};
/** Columns that have other numbers in feet; the app writes no unit for the last one. */
const measured = new Set(["altitude", "curvesize", "speed", "poi_altitude", "photo_distinterval"]);

type Column = {
  readonly at: number;
  readonly factor: number;
  readonly header: string;
  /** It names no unit, and what it counts may be metres or feet. */
  readonly isUnclear: boolean;
};
type Row = { readonly fields: readonly string[]; readonly line: number; readonly waypoint: number };

/** @throws Failure FILE_REFUSED with line, waypoint and column */
export function readLitchiCsv(bytes: Uint8Array, file: string): LitchiMission {
  let columns: Map<string, Column> | null = null;
  const waypoints: LitchiWaypoint[] = [];
  try {
    const reader = csvReader((fields, line) => {
      if (!columns) {
        columns = columnsOf(filled(fields), line, file);
        return;
      }
      const found = filled(fields).length;
      if (found > columns.size || fields.length < columns.size) {
        const values = { found: fields.length, expected: columns.size };
        throw refusedFile(file, { reason: "csv_field_count", line, values });
      }
      waypoints.push(
        waypointOf(cellReader(columns, { fields, line, waypoint: waypoints.length + 1 }, file)),
      );
    });
    reader.write(withSeparator(bytes));
    reader.end();
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    throw refusedFile(file, cause.problems[0] ?? { reason: "csv_control_character" });
  }
  if (waypoints.length === 0) throw refusedFile(file, { reason: "route_no_waypoints" });
  const settings = {
    heading_mode: 3,
    finish_action: 1,
    path_mode: 1,
    cruising_m_s: usualSpeed(waypoints),
  };
  return { waypoints, settings };
}

/** A comma in a cell is that of a decimal: the cells are parted by something else. */
function numberIn(text: string): number | null {
  if (!text.includes(",")) return readDecimal(text);
  const reading = settledNumber(readNumber(text), { decimal: "," });
  return reading.kind === "number" ? reading.value : null;
}

/** The fields without the empty ones at the end, which some programs write. */
function filled(fields: readonly string[]): readonly string[] {
  const last = fields.findLastIndex((field) => field.trim() !== "");
  return fields.slice(0, last + 1);
}

/** Tables with tabs become ones with semicolons; the line that names the separator is left out. */
function withSeparator(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, HEAD_BYTES));
  const isNamed = /^\uFEFF?sep=/i.test(text);
  const head = text.split(/\r?\n/)[isNamed ? 1 : 0] ?? "";
  const isTabbed = head.includes("\t");
  if (!isTabbed && !isNamed) return bytes;
  const whole = new TextDecoder().decode(bytes).replace(/^sep=.*\r?\n/i, "");
  return new TextEncoder().encode(isTabbed ? whole.replaceAll("\t", ";") : whole);
}

/** Enough for the first two lines. */
const HEAD_BYTES = 8192;

/** The speed that most waypoints have. */
function usualSpeed(waypoints: readonly LitchiWaypoint[]): number {
  const counts = new Map<number, number>();
  for (const { speed_m_s } of waypoints) counts.set(speed_m_s, (counts.get(speed_m_s) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function columnsOf(fields: readonly string[], line: number, file: string): Map<string, Column> {
  const columns = new Map<string, Column>();
  fields.forEach((field, at) => {
    const header = field.trim();
    const [, name = "", unit] =
      /^([a-z_0-9]+)(?:\(([a-z/]+)\))?$/i.exec(header.toLowerCase()) ?? [];
    const factor = unit === undefined ? 1 : units[unit];
    const values = { name: header.slice(0, 60) };
    if (name === "" || factor === undefined) {
      throw refusedFile(file, { reason: "litchi_column", line, values });
    }
    if (columns.has(name)) throw refusedFile(file, { reason: "reference_column", line, values });
    const isUnclear = unit === undefined && measured.has(name);
    columns.set(name, { at, factor, header, isUnclear });
  });
  if (columns.get("altitude")?.isUnclear) {
    throw refusedFile(file, { reason: "litchi_unit", line, values: { name: "altitude" } });
  }
  // In a file of metres the others are metres, too.
  const isImperial = [...columns.values()].some(({ header }) => /\((?:ft|mph)\)/i.test(header));
  if (!isImperial)
    for (const [name, column] of columns) columns.set(name, { ...column, isUnclear: false });
  for (const name of ["latitude", "longitude", "altitude"]) {
    if (!columns.has(name)) {
      throw refusedFile(file, { reason: "reference_column_missing", line, values: { name } });
    }
  }
  return columns;
}

/** @param missing for an empty or absent cell; null: it must be there */
type Read = (name: string, least: number, most: number, missing?: number | null) => number;

function cellReader(columns: ReadonlyMap<string, Column>, row: Row, file: string): Read {
  return (name, least, most, missing = 0) => {
    const column = columns.get(name);
    const text = row.fields[column?.at ?? -1]?.trim() ?? "";
    const place = { line: row.line, feature: row.waypoint, field: column?.header ?? name };
    if (text === "" && missing === null)
      throw refusedFile(file, { reason: "field_missing", ...place });
    if (!column || text === "") return missing ?? 0;
    const value = numberIn(text);
    if (value === null) {
      throw refusedFile(file, {
        reason: "not_a_number",
        values: { text: text.slice(0, 60) },
        ...place,
      });
    }
    if (column.isUnclear && value > 0)
      throw refusedFile(file, { reason: "litchi_unit", values: { name }, ...place });
    const metric = value * column.factor;
    if (metric >= least && metric <= most) return metric;
    throw refusedFile(file, {
      reason: "route_number_range",
      values: { value, least, most },
      ...place,
    });
  };
}

function waypointOf(read: Read): LitchiWaypoint {
  const heading = read("heading", -360, 360);
  const [photo_s, photo_m] = ["photo_timeinterval", "photo_distinterval"].map((name) => {
    const interval = read(name, -1, 100_000, -1);
    return interval > 0 ? interval : null;
  });
  return {
    place: [read("longitude", -180, 180, null), read("latitude", -90, 90, null)],
    altitude_m: read("altitude", -20_000, 20_000, null),
    altitude_mode: read("altitudemode", 0, 1),
    heading_deg: heading > 180 ? rounded(heading - 360) : heading,
    curve_m: read("curvesize", 0, 10_000),
    rotation: read("rotationdir", 0, 1),
    gimbal_mode: read("gimbalmode", 0, 2),
    gimbal_pitch_deg: read("gimbalpitchangle", -180, 180),
    speed_m_s: read("speed", -15, 100),
    actions: actionsOf(read),
    poi: poiOf(read),
    photo_s: photo_s ?? null,
    photo_m: photo_m ?? null,
  };
}

function actionsOf(read: Read): LitchiAction[] {
  return Array.from({ length: ACTIONS }, (_, at) => ({
    type: read(`actiontype${at + 1}`, -1, 100, -1),
    param: read(`actionparam${at + 1}`, -1e9, 1e9),
  })).filter(({ type }) => type >= 0);
}

function poiOf(read: Read): LitchiPoi | null {
  const place = [read("poi_longitude", -180, 180), read("poi_latitude", -90, 90)] as const;
  if (place[0] === 0 && place[1] === 0) return null;
  return {
    place,
    altitude_m: read("poi_altitude", -20_000, 20_000),
    altitude_mode: read("poi_altitudemode", 0, 1),
  };
}
