// The flight areas of a plant: flight polygons, no-fly polygons and take-off positions, and their rules.
import { z } from "zod";
import type { Problem, Refusal } from "../../error.ts";
import { groundArea } from "../../geometry/ground-area.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { isInPolygon } from "../../geometry/polygon-contains.ts";
import { selfIntersection } from "../../geometry/self-intersection.ts";
import { MAX_INTEGER } from "../../id.ts";
import { limits } from "../../limits.ts";
import { metresToObstacle, OBSTACLE_METRES, obstacleName } from "../ground/obstacle.ts";
import { lineShape } from "../../text.ts";
import { holeRefusal } from "./hole-refusal.ts";
import { areaLimitProblems, cornersRefusal } from "./area-limit.ts";
import {
  type FlightAreas,
  type FlightPolygon,
  type Place,
  type TakeOff,
  obstacleForms,
  type Obstacle,
} from "../route/flight-route.ts";

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-85).max(85);
export const placeShape = z.tuple([longitude, latitude]);

export const takeOffShape = z.object({
  place: placeShape,
  /** Metres above the WGS 84 ellipsoid. */
  elevation_m: z.number().min(-500).max(9000).nullable(),
  /** Absent: none. */
  name: lineShape.min(1).max(limits.areaName).exactOptional(),
});

/** A GeoJSON MultiPolygon (RFC 7946), longitude and latitude in degrees. */
export const flightPolygonsShape = z.object({
  type: z.literal("MultiPolygon"),
  coordinates: z
    .array(z.array(z.array(placeShape).max(limits.flightVertices)).max(limits.flightPolygons))
    .max(limits.flightPolygons),
  /** Names of the polygons in their order, "" for none: a member of ours, which GeoJSON allows. */
  names: z.array(lineShape.max(limits.areaName)).max(limits.flightPolygons).optional(),
});
export type FlightPolygons = z.infer<typeof flightPolygonsShape>;
/** As they are answered: always with names, which may be fewer than polygons. */
export const answeredPolygonsShape = flightPolygonsShape.extend({ names: z.array(z.string()) });

export const obstacleShape = z.object({
  form: z.enum(obstacleForms),
  /** The place, the corners of a line, or those of an outline, which is not closed. */
  places: z.array(placeShape).min(1).max(limits.flightVertices),
  /** Metres of the top above the ground; null: not entered yet, which no plant is saved with. */
  height_m: z.number().min(OBSTACLE_METRES.least).max(OBSTACLE_METRES.most).nullable(),
  /** Absent: none. */
  name: lineShape.min(1).max(limits.areaName).exactOptional(),
});

const areaShapes = {
  flight_polygons: flightPolygonsShape.nullable(),
  no_fly_polygons: flightPolygonsShape.nullable(),
  take_off_positions: z.array(takeOffShape).max(limits.takeOffPositions),
  obstacles: z.array(obstacleShape).max(limits.obstacles),
  /** Counts the changes: of two planners, the second learns that the first has saved. */
  flight_area_version: z.number().int().positive().max(MAX_INTEGER),
};
/** The parts of a plant that are its flight areas. */
export const flightAreaShape = z.object(areaShapes);
export type FlightArea = z.infer<typeof flightAreaShape>;
/** As they are saved: obstacles that are left out stay as they are. */
export const flightAreaFormShape = flightAreaShape.partial({ obstacles: true });
type FlightAreaForm = z.infer<typeof flightAreaFormShape>;

/** Limits that the provider sets for the installation. */
export const flightRulesShape = z.object({
  /** Largest flight polygon in hectares. */
  max_area_ha: z.number(),
  /** Farthest take-off position from a flight polygon in metres. */
  take_off_distance_m: z.number(),
  /** By how many days the start of a campaign may move. */
  allowed_diff: z.number().int(),
});
export type FlightRules = z.infer<typeof flightRulesShape>;

/** The limits, and what routes can be sent to. */
export const flightSetupShape = flightRulesShape.extend({
  /** The third-party flight app is connected. */
  has_flight_app: z.boolean(),
  /** True where routes that are sent there stay on the server. */
  is_flight_app_imitated: z.boolean(),
});
export type FlightSetup = z.infer<typeof flightSetupShape>;

export type AreaField = "flight_polygons" | "no_fly_polygons" | "take_off_positions" | "obstacles";

/** What the planner takes: the areas of a plant without their GeoJSON. */
export function flightAreasOf(area: Omit<FlightArea, "flight_area_version">): FlightAreas {
  // Copies on devices that were kept before there were obstacles have none.
  const { obstacles = [] } = area;
  const names = {
    flight: area.flight_polygons?.names ?? [],
    no_fly: area.no_fly_polygons?.names ?? [],
  };
  const isNamed = [...names.flight, ...names.no_fly].some(Boolean);
  return {
    flight: area.flight_polygons?.coordinates ?? [],
    no_fly: area.no_fly_polygons?.coordinates ?? [],
    take_offs: area.take_off_positions,
    ...(obstacles.length > 0 && { obstacles }),
    ...(isNamed && { names }),
  };
}

/** The take-off positions with another first one; null removes it. A moved one keeps its name and has no known elevation. */
export function takeOffsWith(
  all: readonly TakeOff[],
  first: Place | null,
): FlightArea["take_off_positions"] {
  const kept = all.slice(1).map((one) => takeOffFormOf(one));
  if (first === null) return kept;
  return [takeOffFormOf({ ...all[0], place: first, elevation_m: null }), ...kept];
}

/** A take-off position as the call that saves areas has it. */
export function takeOffFormOf({ place: [lon, lat], elevation_m, name }: TakeOff) {
  return { place: [lon, lat] as [number, number], elevation_m, ...(name && { name }) };
}

/** An obstacle as the call that saves areas has it. */
export function obstacleFormOf({ form, places, height_m, name }: Obstacle) {
  const copy = places.map(([lon, lat]): [number, number] => [lon, lat]);
  return { form, places: copy, height_m, ...(name && { name }) };
}

/** Name of the plant's take-off position at the place; "" for none. */
export function takeOffNameAt(
  [lon, lat]: Place,
  { take_offs }: Pick<FlightAreas, "take_offs">,
): string {
  const found = take_offs.find(({ place }) => place[0] === lon && place[1] === lat);
  return found?.name ?? "";
}

/** The GeoJSON of polygons; null for none. @param names in the order of the polygons */
export function multiPolygonOf(
  polygons: readonly FlightPolygon[],
  names: readonly string[] = [],
): FlightPolygons | null {
  if (polygons.length === 0) return null;
  const isNamed = polygons.some((_, at) => names[at]);
  const copy = (place: Place): [number, number] => [place[0], place[1]];
  return {
    type: "MultiPolygon",
    coordinates: polygons.map((rings) => rings.map((ring) => ring.map(copy))),
    ...(isNamed && { names: polygons.map((_, at) => names[at] ?? "") }),
  };
}

/** The vertices of a closed ring as x, y pairs, without its last one and without repeated ones. */
function verticesOf(ring: readonly Place[]): number[] {
  const open = isClosed(ring) ? ring.slice(0, -1) : ring;
  const isNew = ([lon, lat]: Place, at: number) => {
    const before = open[at - 1];
    return before === undefined || before[0] !== lon || before[1] !== lat;
  };
  return open.filter(isNew).flatMap(([lon, lat]) => [lon, lat]);
}

function isClosed(ring: readonly Place[]): boolean {
  const [first] = ring;
  const last = ring.at(-1);
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

/** Hectares of a polygon without its holes. */
export function polygonHectares(polygon: FlightPolygon): number {
  const [outer = 0, ...holes] = polygon.map((ring) => Math.abs(groundArea(verticesOf(ring))));
  return (outer - holes.reduce((sum, hole) => sum + hole, 0)) / 10_000;
}

/** Why a ring bounds no area, or null. It may be drawn only in part: its last vertex is then not the first. */
export function ringRefusal(ring: readonly Place[]): Refusal | null {
  const xy = verticesOf(ring);
  const count = xy.length / 2;
  if (count < 3) return { reason: "flight_ring_short" };
  // Read as degrees alone, such a side goes the long way around the earth, and the outline has another area.
  const jump = ring.findIndex(([lon], at) => Math.abs(lon - ring.at(at - 1)![0]) > 180);
  if (jump >= 0) return { reason: "flight_ring_antimeridian", values: { vertex: jump + 1 } };
  const vertex = selfIntersection(xy, 0, count);
  if (vertex !== null) return { reason: "flight_ring_crosses", values: { vertex: vertex + 1 } };
  return Math.abs(groundArea(xy)) < 1 ? { reason: "flight_ring_flat" } : null;
}

/**
 * Why the polygon cannot be used, or null.
 * @param max_area_ha the largest area of a flight polygon; absent for no-fly polygons
 */
export function polygonRefusal(polygon: FlightPolygon, max_area_ha?: number): Refusal | null {
  if (polygon.length === 0) return { reason: "flight_ring_short" };
  const many = cornersRefusal(polygon);
  if (many) return many;
  for (const ring of polygon) {
    if (!isClosed(ring)) return { reason: "flight_ring_open" };
    const refusal = ringRefusal(ring);
    if (refusal) return refusal;
  }
  return holeRefusal(polygon.map(verticesOf)) ?? areaRefusal(polygon, max_area_ha);
}

/** Why the polygon is too large, or null. Tells it also while it is drawn. */
export function areaRefusal(polygon: FlightPolygon, max_area_ha = Infinity): Refusal | null {
  const hectares = polygonHectares(polygon);
  if (hectares <= max_area_ha) return null;
  const values = { hectares: Math.round(hectares * 10) / 10, max: max_area_ha };
  return { reason: "flight_area_too_large", values };
}

/** Metres from a place to the outline of a polygon. */
function outlineDistance(polygon: FlightPolygon, place: Place): number {
  const plane = localPlaneAt(place);
  let least = Infinity;
  for (const ring of polygon) {
    const points = ring.map(([lon, lat]) => plane.toPlane(lon, lat));
    for (const [at, [bx, by]] of points.entries()) {
      const [ax, ay] = points[at === 0 ? points.length - 1 : at - 1]!;
      const squared = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = squared === 0 ? 0 : (-ax * (bx - ax) - ay * (by - ay)) / squared;
      const t = Math.min(1, Math.max(0, along));
      least = Math.min(least, Math.hypot(ax + t * (bx - ax), ay + t * (by - ay)));
    }
  }
  return least;
}

/** Why the obstacle cannot be saved, or null. */
export function obstacleRefusal({ form, places, height_m }: Obstacle): Refusal | null {
  const first = places[0];
  const many = cornersRefusal({ places });
  if (many) return many;
  if (form === "area" && first) {
    const refusal = ringRefusal([...places, first]);
    if (refusal) return refusal;
  }
  if (form === "line" && places.length < 2) return { reason: "obstacle_line_short" };
  if (form === "point" && places.length !== 1)
    return { reason: "obstacle_point_places", values: { places: places.length } };
  return height_m === null ? { reason: "obstacle_height_missing" } : null;
}

/** Why the drone cannot take off here, or null. */
export function takeOffRefusal(
  { flight, no_fly, obstacles = [] }: Pick<FlightAreas, "flight" | "no_fly" | "obstacles">,
  { place }: TakeOff,
  { take_off_distance_m }: Pick<FlightRules, "take_off_distance_m">,
): Refusal | null {
  if (no_fly.some((polygon) => isInPolygon(polygon, place))) {
    return { reason: "take_off_in_no_fly" };
  }
  // Heights would count from the roof.
  const below = obstacles.findIndex((one) => metresToObstacle(one, place) === 0);
  if (below >= 0) {
    const values = { obstacle: obstacleName(obstacles[below]!, below) };
    return { reason: "take_off_in_obstacle", values };
  }
  if (flight.length === 0 || flight.some((polygon) => isInPolygon(polygon, place))) return null;
  const distance = Math.min(...flight.map((polygon) => outlineDistance(polygon, place)));
  if (distance <= take_off_distance_m) return null;
  const values = { distance: Math.round(distance), max: take_off_distance_m };
  return { reason: "take_off_far", values };
}

/** All that is wrong with the flight areas, each with its field and its place in the list (`feature`). */
export function flightAreaProblems(
  area: Omit<FlightAreaForm, "flight_area_version">,
  rules: Pick<FlightRules, "max_area_ha" | "take_off_distance_m">,
): Problem[] {
  const areas = flightAreasOf({ ...area, obstacles: area.obstacles ?? [] });
  const found = (field: AreaField, refusals: readonly (Refusal | null)[]) =>
    refusals.flatMap((refusal, at) => (refusal ? [{ ...refusal, field, feature: at + 1 }] : []));
  const many = areaLimitProblems(areas);
  if (many.length > 0) return many;
  const problems = [
    ...found(
      "flight_polygons",
      areas.flight.map((polygon) => polygonRefusal(polygon, rules.max_area_ha)),
    ),
    ...found(
      "no_fly_polygons",
      areas.no_fly.map((polygon) => polygonRefusal(polygon)),
    ),
    ...found("obstacles", areas.obstacles?.map(obstacleRefusal) ?? []),
  ];
  if (problems.length > 0) return problems;
  const refusals = areas.take_offs.map((takeOff) => takeOffRefusal(areas, takeOff, rules));
  return found("take_off_positions", refusals);
}
