// The flight areas among features that were read: flight polygons, no-fly polygons and take-off positions.
import { failure, type Problem, type Refusal } from "../../error.ts";
import { limits } from "../../limits.ts";
import type { FlightAreas, FlightPolygon, Place, TakeOff } from "../route/flight-route.ts";
import { takeOffIn } from "./feature-route.ts";
import { featureKinds, type FeatureKind, type Position, type ReadFeature } from "./map-feature.ts";
import { refusedFile } from "./opened-route.ts";

export type OpenedAreas = {
  readonly areas: FlightAreas;
  /** Features that are no area, each with its place in the file. */
  readonly skipped: readonly Problem[];
};

/** Words by which other programs and people name the kinds, in the languages of the product. */
const words: readonly (readonly [kind: FeatureKind, words: RegExp])[] = [
  [
    "no_fly_polygon",
    /no[\s_-]?(fly|vuelo|voo|volar|voar)|exclu|prohib|proib|forbid|restrict|restring|nfz|keep[\s_-]?out|obstac|obst[aá]c/i,
  ],
  ["take_off_position", /take[\s_-]?off|launch|despegue|decola|home\b|\bdock/i],
  ["flight_polygon", /flight|fly|vuelo|voo|inclu/i],
];
const kindProperties = ["kind", "type", "class", "tipo"];

/**
 * The kind is read from a property, else from the feature's name, else from its folder. Other polygons are flight
 * polygons; a single other point is the take-off position.
 * @param rule why a polygon cannot be used, or null
 * @throws Failure FILE_REFUSED with every bad feature, or for a file without an area
 */
export function areasOfFeatures(
  features: readonly ReadFeature[],
  file: string,
  rule: (polygon: FlightPolygon) => Refusal | null = () => null,
): OpenedAreas {
  const found = {
    flight: [] as FlightPolygon[],
    no_fly: [] as FlightPolygon[],
    take_offs: [] as TakeOff[],
  };
  const bad: Problem[] = [];
  const skipped: Problem[] = [];
  const others = features.filter((one) => one.geometry.type === "Point" && kindOf(one) === null);
  for (const feature of features) {
    const { geometry } = feature;
    const kind = kindOf(feature);
    if (geometry.type === "Polygon") {
      const polygon = polygonOf(geometry.rings);
      const refusal = "reason" in polygon ? polygon : rule(polygon);
      if (refusal) bad.push({ ...refusal, file, ...placeOf(feature) });
      else if (!("reason" in polygon)) {
        (kind === "no_fly_polygon" ? found.no_fly : found.flight).push(polygon);
      }
    } else if (kind === "take_off_position" || (others.length === 1 && others[0] === feature)) {
      const takeOff = takeOffIn(feature, file);
      if (takeOff) found.take_offs.push(takeOff);
    } else skipped.push({ reason: "area_kind", file, ...placeOf(feature) });
  }
  if (bad.length > 0) throw failure("FILE_REFUSED", ...bad.slice(0, limits.reportedProblems));
  if (found.flight.length + found.no_fly.length + found.take_offs.length === 0) {
    throw refusedFile(file, { reason: "areas_none" });
  }
  return { areas: found, skipped };
}

function placeOf({ feature, line, name }: ReadFeature) {
  const place = line === undefined ? { feature } : { feature, line };
  return name === "" ? place : { ...place, field: name.slice(0, 60) };
}

function kindOf({ properties, name, folders, geometry }: ReadFeature): FeatureKind | null {
  const stated = kindProperties.map((key) => properties[key]).filter((value) => value != null);
  const own = featureKinds.find((kind) => stated.includes(kind));
  if (own) return own;
  for (const text of [...stated.map(String), name, ...folders.toReversed()]) {
    const kind = words.find(([, pattern]) => pattern.test(text))?.[0];
    // A point in a folder of polygons is none of them.
    const fits = kind && (kind === "take_off_position") === (geometry.type === "Point");
    if (fits) return kind;
  }
  return null;
}

const sameAs = (one: Place | undefined, other: Place | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** Rings are closed where the file left them open, as many programs do. */
function polygonOf(rings: readonly (readonly Position[])[]): FlightPolygon | Refusal {
  const polygon: Place[][] = [];
  for (const positions of rings.length === 0 ? [[]] : rings) {
    const ring: Place[] = [];
    for (const [longitude, latitude] of positions) {
      if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
        return { reason: "twin_coordinate_out_of_range", values: { x: longitude, y: latitude } };
      }
      const place: Place = [longitude, latitude];
      if (!sameAs(place, ring.at(-1))) ring.push(place);
    }
    if (ring.length > 1 && !sameAs(ring[0], ring.at(-1))) ring.push(ring[0]!);
    if (ring.length < 4) {
      return { reason: "twin_ring_short", values: { vertices: Math.max(0, ring.length - 1) } };
    }
    polygon.push(ring);
  }
  return polygon;
}
