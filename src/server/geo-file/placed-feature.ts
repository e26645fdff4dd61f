// Reads the features of a file with the way from its coordinates to longitude and latitude.
import type { LonLatSystem, ToLonLat } from "../../domain/geometry/crs.ts";
import type { Problem } from "../../domain/error.ts";
import { headOf, readerFor } from "./reader-for.ts";
import { fileRefused, type FeatureSink, type RawFeature, type TwinSource } from "./raw-feature.ts";
import { nameWithoutShift } from "./system/epsg.ts";
import { isNorthUp, systemFrom, systemName } from "./system/system.ts";

/** Metres or feet by which a place may miss itself on its way to degrees and back, beside a millionth of its numbers. */
const MISS = 1;
const STEP = 10;

/** Degrees with a slip in them are below. */
const CERTAIN_METRES = 1000;

/**
 * Whether a place is one of its system: it comes back from degrees, and north of it is up. Coordinates in feet or
 * millimetres lie beyond the pole of a system in metres, and what lies there folds to any place on earth.
 */
function isOfSystem(
  { toLonLat, fromLonLat }: LonLatSystem,
  [x, y]: readonly [number, number],
  isNorthUp: boolean,
): boolean {
  const [lon, lat] = toLonLat(x, y);
  // Far beyond a pole there is no place, and a system in degrees answers metres as they are.
  if (!(Math.abs(lon) < CERTAIN_METRES && Math.abs(lat) < CERTAIN_METRES)) return false;
  const [backX, backY] = fromLonLat(lon, lat);
  if (!(Math.hypot(backX - x, backY - y) <= MISS + 1e-6 * Math.hypot(x, y))) return false;
  return !isNorthUp || toLonLat(x, y + STEP)[1] > lat;
}

/** The way to degrees; the first place must be one of the system. */
function checkedOnce(system: LonLatSystem, name: string, refused: () => Error): ToLonLat {
  let isChecked = false;
  return (x, y) => {
    if (!isChecked && Number.isFinite(x) && Number.isFinite(y)) {
      isChecked = true;
      if (!isOfSystem(system, [x, y], isNorthUp(name))) throw refused();
    }
    return system.toLonLat(x, y);
  };
}

export type PlacedSink = Omit<FeatureSink, "crs" | "feature"> & {
  /** @param toLonLat from the coordinates of this feature to degrees, longitude first */
  feature(feature: RawFeature, toLonLat: ToLonLat): void;
  /** The name of the reference system of the features that follow. */
  system?(name: string): void;
};

/** Why a system is not read. One that surveyors use every day is not said to be unknown. */
function unreadSystem(crs: string): Problem {
  const code = Number(/^EPSG:(\d+)$/.exec(crs)?.[1] ?? NaN);
  const system = nameWithoutShift(code);
  return system === null
    ? { reason: "twin_crs_unknown", field: "crs", values: { crs } }
    : { reason: "twin_crs_shift", field: "crs", values: { crs, name: system } };
}

/** Keeps the reference system that a file has stated last; degrees, longitude first, before it states one. */
export function placing(source: TwinSource): {
  /** @returns its short name. @throws FILE_REFUSED for a system that is not known */
  readonly use: (name: string) => string;
  readonly toLonLat: () => ToLonLat;
} {
  let toLonLat: ToLonLat = (x, y) => [x, y];
  let used: string | null = null;
  return {
    use(name) {
      const crs = systemName(name);
      // Some readers say it with each feature.
      if (name === used) return crs;
      const found = systemFrom(name);
      if (found === null) throw fileRefused(source, unreadSystem(crs));
      toLonLat = checkedOnce(found, name, () =>
        fileRefused(source, { reason: "crs_other_unit", field: "crs", values: { crs } }),
      );
      used = name;
      return crs;
    },
    toLonLat: () => toLonLat,
  };
}

/** @throws FILE_REFUSED for a file that cannot be read, and for a reference system that is not known */
export async function readPlaced(source: TwinSource, sink: PlacedSink): Promise<void> {
  const { use, toLonLat } = placing(source);
  const { feature, system, ...rest } = sink;
  const read = readerFor(source, await headOf(source));
  await read(source, {
    ...rest,
    crs(name) {
      const crs = use(name);
      system?.(crs);
    },
    feature: (raw) => feature(raw, toLonLat()),
  });
}
