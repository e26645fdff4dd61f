// Coordinates of a system of the EPSG registry as longitude and latitude, for the codes that agree with PROJ.
import { createRequire } from "node:module";
import proj4 from "proj4";
import type { LonLatSystem, ToLonLat } from "../../../domain/geometry/crs.ts";
import { agreeing, shifts } from "./epsg-table.ts";

type Definition = {
  readonly kind: string;
  readonly name?: string;
  readonly proj4?: string | null;
  readonly wkt?: string | null;
  /** North, west, south, east in degrees. */
  readonly bbox?: readonly number[];
};

const load = createRequire(import.meta.url);
const runs = agreeing
  .trim()
  .split(/\s+/)
  .map((run) => run.split("-").map(Number) as [from: number, to?: number]);
const shiftOf = new Map(
  shifts
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [shift = "", codes = ""] = group.split(":");
      return codes.split("/").map((code) => [Number(code), shift] as const);
    }),
);

/** The registry's definition of a code; null for one that it lacks. */
export function epsgDefinition(code: number): Definition | null {
  if (!Number.isSafeInteger(code) || code < 1 || code > 999_999) return null;
  try {
    return load(`epsg-index/s/${code}.json`) as Definition;
  } catch {
    return null;
  }
}

const isAgreeing = (code: number) => runs.some(([from, to = from]) => code >= from && code <= to);

/** Codes that are read, ascending. */
export function agreeingCodes(): number[] {
  const codes = runs.flatMap(([from, to = from]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  return [...codes, ...shiftOf.keys()].toSorted((a, b) => a - b);
}

/** The definition with another shift to WGS 84. */
function shifted(definition: string, shift: string): string {
  const bare = definition
    .replaceAll(/\+(?:towgs84|nadgrids)=\S+/g, "")
    .replace("+datum=NAD27", "+ellps=clrk66");
  return `${bare} +towgs84=${shift},0,0,0,0`;
}

/** Datums of satellite systems: within a metre or two of WGS 84 without any shift. */
const satellite = /\+(?:datum|ellps)=(?:WGS84|GRS80)\b/;

/**
 * The name of a system that is not read although its definition is known, because the way from its datum to WGS 84 differs
 * from region to region or needs a grid, as of ED50, PSAD56 and Bogota 1975; null for all others.
 */
export function nameWithoutShift(code: number): string | null {
  const definition = epsgDefinition(code);
  const { proj4: stated, name = "" } = definition ?? {};
  if (!stated || satellite.test(stated) || epsgSystem(code)) return null;
  return name;
}

/** The transformation in both directions; null for a code that is unknown or does not agree. */
export function epsgSystem(code: number): LonLatSystem | null {
  const shift = shiftOf.get(code);
  if (shift === undefined && !isAgreeing(code)) return null;
  const stated = epsgDefinition(code)?.proj4;
  if (!stated) return null;
  const { forward, inverse } = proj4(shift ? shifted(stated, shift) : stated, "EPSG:4326");
  // South Africa counts west and south of its origin.
  const sign = stated.includes("+axis=wsu") ? -1 : 1;
  const isPlace = (x: number, y: number) => Number.isFinite(x) && Number.isFinite(y);
  const toLonLat: ToLonLat = (x, y) =>
    isPlace(x, y) ? (forward([sign * x, sign * y]) as [number, number]) : [NaN, NaN];
  const fromLonLat: ToLonLat = (lon, lat) => {
    const [x, y] = inverse([lon, lat]) as [number, number];
    return [sign * x, sign * y];
  };
  return { toLonLat, fromLonLat };
}
