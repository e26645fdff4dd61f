// Reads the outlines of plants: one feature is one plant, and its polygons are its area.
import type { Problem } from "../../domain/error.ts";
import { groundArea } from "../../domain/geometry/ground-area.ts";
import { readCapacity } from "../../domain/plant/capacity-text.ts";
import { limits } from "../../domain/limits.ts";
import { areaFault, type Polygon } from "../../domain/geometry/multi-polygon.ts";
import { ringArea, ringCentroid } from "../../domain/geometry/ring.ts";
import { addProblem, noneRefused, type Refused } from "./collect.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { featureLimitProblem } from "../geo-file/feature-limit.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { plantFields } from "./plant-field.ts";
import { repairedRing } from "./outline.ts";
import {
  fileRefused,
  withChoices,
  type RawFeature,
  type TwinSource,
} from "../geo-file/raw-feature.ts";

export type PlantArea = {
  readonly name: string;
  /** MW, as a property states it; null where none does. */
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

/** Why no plant has these polygons, or null. */
function extentFault(polygons: readonly Polygon[], area_ha: number): Problem | null {
  const field = "geometry";
  let [west, east] = [Infinity, -Infinity];
  for (const { shell } of polygons) {
    for (let at = 0; at < shell.length; at += 2) {
      west = Math.min(west, shell[at]!);
      east = Math.max(east, shell[at]!);
    }
  }
  // Nothing but a line through 180 degrees lies on both sides of the map.
  if (east - west > 180) return { reason: "area_crosses_antimeridian", field };
  const most = limits.plantAreaHectares;
  if (area_ha <= most) return null;
  return { reason: "area_too_large", field, values: { hectares: Math.round(area_ha), most } };
}

/**
 * No plant has more: modules of 250 W/m2 side by side, without a gap, have 2.5 MW per hectare. More means another
 * unit, such as kW.
 */
const MOST_MEGAWATTS_PER_HECTARE = 2.5;

/** The stated capacity; null where none is stated. What a file says is not replaced by an estimate. */
function capacityOf(
  stated: ReturnType<typeof plantFields>["capacity"],
  area_ha: number,
): { readonly nominal_capacity: number | null; readonly fault: Problem | null } {
  if (stated === null) return { nominal_capacity: null, fault: null };
  const field = "nominal_capacity";
  const text = stated.text.slice(0, 60);
  const reading = readCapacity(stated.text, stated.unit);
  const refused = (reason: string, values: Problem["values"]) => ({
    nominal_capacity: null,
    fault: { reason, field, values },
  });
  if (reading.kind === "bad") return refused("area_capacity_unreadable", { text });
  if (reading.kind === "ambiguous") return refused("area_capacity_ambiguous", { text });
  if (reading.value > Math.max(0.1, area_ha * MOST_MEGAWATTS_PER_HECTARE)) {
    return refused("area_capacity_too_great", { text, hectares: Number(area_ha.toPrecision(3)) });
  }
  return { nominal_capacity: reading.value, fault: null };
}

/**
 * Reads every feature as a plant. A feature without a valid area is refused with its position. Plants
 * with the same name get the number of the feature as a suffix.
 * @param mapping what the user said of the properties
 * @throws FILE_REFUSED for a broken file
 */
export async function readPlantAreas(
  sent: TwinSource,
  mapping: FileMapping = {},
): Promise<PlantAreas> {
  const source = withChoices(sent, mapping);
  const areas: PlantArea[] = [];
  const names = new Set<string>();
  const refused = noneRefused();
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  await readPlaced(source, {
    refuse,
    feature(feature, toLonLat) {
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
      const shape = areaOf(polygons);
      const fields = plantFields(properties, mapping);
      const capacity = capacityOf(fields.capacity, shape.area_ha);
      const fault = extentFault(polygons, shape.area_ha) ?? capacity.fault;
      if (fault !== null) {
        refuse({ ...fault, ...place });
        return;
      }
      const name = (fields.name || source.name.replace(/\.[^.]+$/, "")).slice(0, 180);
      const unique = fields.name !== "" && !names.has(name) ? name : `${name} ${number}`;
      names.add(unique);
      const { nominal_capacity } = capacity;
      areas.push({ name: unique, nominal_capacity, feature: number, ...shape });
    },
  });
  if (areas.length === 0 && refused.count === 0) {
    throw fileRefused(source, { reason: "twin_no_features" });
  }
  return { areas, refused };
}
