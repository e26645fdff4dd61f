// Reads the outlines of plants: one feature is one plant, and its polygons are its area.
import type { Problem } from "../../domain/error.ts";
import { groundArea } from "../../domain/geometry/ground-area.ts";
import { limits } from "../../domain/limits.ts";
import { areaFault, type Polygon } from "../../domain/geometry/multi-polygon.ts";
import { ringArea, ringCentroid } from "../../domain/geometry/ring.ts";
import { addProblem, noneRefused, type Refused } from "./collect.ts";
import { toLonLatFrom, type ToLonLat } from "../../domain/geometry/crs.ts";
import { featureLimitProblem } from "./feature-limit.ts";
import { plantFields } from "./field.ts";
import { repairedRing } from "./outline.ts";
import { fileRefused, type RawFeature, type TwinSource } from "./raw-feature.ts";
import { readerFor } from "./read-files.ts";

export type PlantArea = {
  readonly name: string;
  /** MW, if a property has it; null otherwise. */
  readonly nominal_capacity: number | null;
  readonly feature: number;
  /** Centre of gravity of the largest polygon, degrees. */
  readonly lon: number;
  readonly lat: number;
  readonly area: { readonly type: "MultiPolygon"; readonly coordinates: number[][][][] };
  readonly area_ha: number;
};
export type PlantAreas = { readonly areas: readonly PlantArea[]; readonly refused: Refused };

type Ring = readonly number[];

const count = (ring: Ring) => ring.length / 2;
/** In square degrees, to find the largest one. */
const size = (ring: Ring) => Math.abs(ringArea(ring, 0, count(ring)));

function polygonsOf(feature: RawFeature, toLonLat: ToLonLat): Polygon[] | Problem {
  const polygons: Polygon[] = [];
  for (const { ring, holes } of feature.outlines) {
    const rings: Ring[] = [];
    for (const one of [ring, ...holes]) {
      const sound = repairedRing(one, toLonLat);
      if ("reason" in sound) return sound;
      rings.push(sound);
    }
    const [shell = [], ...inner] = rings;
    polygons.push({ shell, holes: inner });
  }
  const fault = areaFault(polygons);
  return fault === null ? polygons : { reason: fault, field: "geometry" };
}

function positions(ring: Ring, isReversed: boolean): number[][] {
  const closed: number[][] = [];
  for (let v = 0; v < ring.length; v += 2) closed.push([ring[v]!, ring[v + 1]!]);
  if (isReversed) closed.reverse();
  closed.push(closed[0]!);
  return closed;
}

function areaOf(polygons: readonly Polygon[]) {
  const largest = polygons.toSorted((a, b) => size(b.shell) - size(a.shell))[0]!;
  const [lon, lat] = ringCentroid(largest.shell, 0, count(largest.shell));
  const metres = (ring: Ring) => Math.abs(groundArea(ring));
  let area = 0;
  for (const { shell, holes } of polygons) {
    area += metres(shell) - holes.reduce((sum, hole) => sum + metres(hole), 0);
  }
  const coordinates = polygons.map(({ shell, holes }) => [
    positions(shell, false),
    ...holes.map((hole) => positions(hole, true)),
  ]);
  return { lon, lat, area: { type: "MultiPolygon" as const, coordinates }, area_ha: area / 10_000 };
}

/**
 * Reads every feature as a plant. A feature without a valid area is refused with its position. Plants
 * with the same name get the number of the feature as a suffix.
 * @throws FILE_REFUSED for a broken file
 */
export async function readPlantAreas(source: TwinSource, head: Buffer): Promise<PlantAreas> {
  const read = readerFor(source, head);
  const areas: PlantArea[] = [];
  const names = new Set<string>();
  const refused = noneRefused();
  let toLonLat: ToLonLat = (x, y) => [x, y];
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  await read(source, {
    crs(name) {
      const found = toLonLatFrom(name);
      if (found === null) {
        const values = { crs: name.slice(0, 120) };
        throw fileRefused(source, { reason: "twin_crs_unknown", field: "crs", values });
      }
      toLonLat = found;
    },
    refuse,
    feature(feature) {
      const { number, line, kind, outlines, properties } = feature;
      const place = { feature: number, ...(line === undefined ? {} : { line }) };
      const overLimit = featureLimitProblem(feature);
      if (overLimit !== null) {
        refuse({ ...overLimit, ...place });
        return;
      }
      if (outlines.length === 0) {
        refuse({ reason: "twin_not_an_area", field: "geometry", values: { kind }, ...place });
        return;
      }
      if (areas.length === limits.plantAreasPerFile) {
        const values = { most: limits.plantAreasPerFile };
        throw fileRefused(source, { reason: "area_too_many_plants", ...place, values });
      }
      const polygons = polygonsOf(feature, toLonLat);
      if (!Array.isArray(polygons)) {
        refuse({ ...polygons, ...place });
        return;
      }
      const fields = plantFields(properties);
      const name = (fields.name || source.name.replace(/\.[^.]+$/, "")).slice(0, 180);
      const unique = fields.name !== "" && !names.has(name) ? name : `${name} ${number}`;
      names.add(unique);
      const { nominal_capacity } = fields;
      areas.push({ name: unique, nominal_capacity, feature: number, ...areaOf(polygons) });
    },
  });
  if (areas.length === 0 && refused.count === 0) {
    throw fileRefused(source, { reason: "twin_no_features" });
  }
  return { areas, refused };
}
