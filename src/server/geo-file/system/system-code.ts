// The EPSG code of a reference system that a file defines without one, by where both put the same coordinates.
import {
  knownCodes,
  lonLatSystem,
  type LonLatSystem,
  type ToLonLat,
} from "../../../domain/geometry/crs.ts";
import { placesApart } from "../../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../../domain/geometry/plane.ts";
import { epsgDefinition } from "./epsg.ts";
import { systemFrom } from "./system.ts";

type Place = readonly [x: number, y: number];

/** Metres between two systems that are the same one. */
const SAME_M = 0.02;
/** Metres from a plant within which a raster of it may lie. */
export const NEAR_M = 20_000;

export type NamedSystem = {
  readonly code: number;
  /** Name in the EPSG registry. */
  readonly name: string;
};

const systems = new Map<number, LonLatSystem>();

/** As files are read: a proposal must not put them elsewhere than the import does. */
function systemOf(code: number): LonLatSystem {
  const known = systems.get(code) ?? systemFrom(`EPSG:${code}`) ?? lonLatSystem(`EPSG:${code}`)!;
  systems.set(code, known);
  return known;
}

/**
 * The code of a system by its definition: among those that put these coordinates at the same places, the one with the
 * same name, or the first. Null for a definition that is not read, or of a system without a code that is read.
 * @param places in the coordinates of the raster; they must not lie on one line
 */
export function codeOfSystem(definition: string, places: readonly Place[]): number | null {
  const system = systemFrom(definition);
  if (!system) return null;
  const wanted = places.map(([x, y]) => system.toLonLat(x, y));
  if (!wanted.every(isOnEarth)) return null;
  const same = knownCodes().filter((code) => {
    const { toLonLat } = systemOf(code);
    return places.every(([x, y], at) => apart(toLonLat, [x, y], wanted[at]!) <= SAME_M);
  });
  const name = plainName(/^\s*\w+\s*\[\s*"([^"]*)"/.exec(definition)?.[1] ?? "");
  return same.find((code) => plainName(nameOf(code)) === name) ?? same[0] ?? null;
}

/**
 * Systems in which a raster with these coordinates lies near a plant, the nearest first. Of those that put it at the
 * same place, one.
 */
export function systemsNear([x, y]: Place, near: LonLat): NamedSystem[] {
  const found: { code: number; place: LonLat; metres: number }[] = [];
  for (const code of knownCodes()) {
    const place = systemOf(code).toLonLat(x, y);
    if (!isOnEarth(place)) continue;
    const metres = placesApart(place, near);
    if (metres > NEAR_M) continue;
    if (found.some((one) => placesApart(one.place, place) <= SAME_M)) continue;
    found.push({ code, place, metres });
  }
  return found
    .toSorted((one, other) => one.metres - other.metres)
    .map(({ code }) => ({ code, name: nameOf(code) }));
}

const isOnEarth = ([lon, lat]: LonLat) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;

function apart(toLonLat: ToLonLat, [x, y]: Place, wanted: LonLat): number {
  const place = toLonLat(x, y);
  return isOnEarth(place) ? placesApart(place, wanted) : Infinity;
}

const nameOf = (code: number) => epsgDefinition(code)?.name ?? `EPSG:${code}`;

/** Esri writes "ETRS_1989_UTM_Zone_30N" for "ETRS89 / UTM zone 30N". */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, "")
    .replace(/19(?=\d\d)/, "");
