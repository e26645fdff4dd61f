// Flight areas while they are drawn: every change returns new areas, so that it can be undone. What moves corners
// and adds them is in map/drawing.
import { placesApart } from "../../geometry/ground-distance.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { isInPolygon } from "../../geometry/polygon-contains.ts";
import { limits } from "../../limits.ts";
import { metresToObstacle } from "../ground/obstacle.ts";
import type { FlightAreas, FlightPolygon, Place, TakeOff } from "../route/flight-route.ts";
import { changeObstacle, obstacleCorners, type ObstacleCornerAt } from "./obstacle-draft.ts";

export type AreaKind = "flight" | "no_fly";
export const areaKinds = ["flight", "no_fly"] as const satisfies readonly AreaKind[];

export type PolygonAt = { readonly kind: AreaKind; readonly polygon: number };
/** A corner of a polygon; `ring` 0 is the outer one, the others are holes. */
export type CornerAt = PolygonAt & { readonly ring: number; readonly corner: number };

/** What lies at a place of the map. `edge`: between its corner and the next one. */
export type AreaHit =
  | ({ readonly is: "corner" } & CornerAt)
  | ({ readonly is: "edge" } & CornerAt)
  | ({ readonly is: "polygon" } & PolygonAt)
  | { readonly is: "take_off"; readonly at: number }
  | ({ readonly is: "obstacle_corner" } & ObstacleCornerAt)
  | { readonly is: "obstacle"; readonly at: number };

/** What can be moved where it lies; whole obstacles and polygons are drawn again. */
type AreaGrip = Exclude<AreaHit, { readonly is: "polygon" | "obstacle" }>;
/** Corners and edges of polygons, and take-off positions. */
export type ShapeGrip = Exclude<AreaGrip, { readonly is: "obstacle_corner" }>;
export const isGrip = (hit: AreaHit): hit is AreaGrip =>
  hit.is !== "polygon" && hit.is !== "obstacle";

type Ring = readonly Place[];

const closed = (ring: Ring): Place[] => [...ring, ring[0]!];
/** The corners of a closed ring, each once. */
export const cornersOf = (ring: Ring): Place[] => ring.slice(0, -1);

function withPolygons(
  areas: FlightAreas,
  kind: AreaKind,
  change: (polygons: readonly FlightPolygon[]) => readonly FlightPolygon[],
): FlightAreas {
  return { ...areas, [kind]: change(areas[kind]) };
}

function withRing(areas: FlightAreas, at: CornerAt, change: (ring: Ring) => Ring): FlightAreas {
  return withPolygons(areas, at.kind, (polygons) =>
    polygons.map((polygon, i) =>
      i === at.polygon ? polygon.map((ring, j) => (j === at.ring ? change(ring) : ring)) : polygon,
    ),
  );
}

/** @param corners of the outline, each once */
export function addPolygon(areas: FlightAreas, kind: AreaKind, corners: Ring): FlightAreas {
  return withPolygons(areas, kind, (polygons) => [...polygons, [closed(corners)]]);
}

export function addHole(
  areas: FlightAreas,
  { kind, polygon }: PolygonAt,
  corners: Ring,
): FlightAreas {
  return withPolygons(areas, kind, (polygons) =>
    polygons.map((rings, at) => (at === polygon ? [...rings, closed(corners)] : rings)),
  );
}

export function removePolygon(areas: FlightAreas, at: PolygonAt): FlightAreas {
  return replacePolygon(areas, at, []);
}

/** Polygons at the end, with their names. */
export function addPolygons(
  areas: FlightAreas,
  kind: AreaKind,
  added: readonly { readonly polygon: FlightPolygon; readonly name: string }[],
): FlightAreas {
  const known = areas[kind].map((_, at) => nameOf(areas, kind, at));
  const names = [...known, ...added.map(({ name }) => name)];
  const all = added.map(({ polygon }) => polygon);
  return withNames(
    withPolygons(areas, kind, (polygons) => [...polygons, ...all]),
    kind,
    names,
  );
}

/** Name of a polygon; "" for none. */
export const nameOf = ({ names }: FlightAreas, kind: AreaKind, polygon: number): string =>
  names?.[kind][polygon] ?? "";

function withNames(areas: FlightAreas, kind: AreaKind, own: readonly string[]): FlightAreas {
  const { names = { flight: [], no_fly: [] }, ...others } = areas;
  const now = { ...names, [kind]: own };
  return [...now.flight, ...now.no_fly].some(Boolean) ? { ...others, names: now } : others;
}

/** What of a name that was entered or read is kept: one line, as long as a name may be. */
export const areaName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, limits.areaName)
    .trim();

/** Another name for a polygon, take-off position or obstacle; "" for none. */
export function renamed(areas: FlightAreas, hit: AreaHit, name: string): FlightAreas {
  if (hit.is === "obstacle" || hit.is === "obstacle_corner")
    return changeObstacle(areas, hit.at, { name });
  if (hit.is === "take_off") {
    const take_offs = areas.take_offs.map((one, at): TakeOff => {
      const { name: _, ...nameless } = one;
      return at === hit.at ? { ...nameless, ...(name !== "" && { name }) } : one;
    });
    return { ...areas, take_offs };
  }
  const names = areas[hit.kind].map((_, at) =>
    at === hit.polygon ? name : nameOf(areas, hit.kind, at),
  );
  return withNames(areas, hit.kind, names);
}

/** Replaces a polygon by others, for example by its parts, which have its name. */
export function replacePolygon(
  areas: FlightAreas,
  { kind, polygon }: PolygonAt,
  parts: readonly FlightPolygon[],
): FlightAreas {
  const replaced = withPolygons(areas, kind, (polygons) =>
    polygons.flatMap((rings, at) => (at === polygon ? parts : [rings])),
  );
  const names = areas[kind].flatMap((_, at) => {
    const name = nameOf(areas, kind, at);
    return at === polygon ? parts.map(() => name) : [name];
  });
  return withNames(replaced, kind, names);
}

/** Removes a corner; of a triangle, the whole hole or polygon. */
export function removeCorner(areas: FlightAreas, at: CornerAt): FlightAreas {
  const rings = areas[at.kind][at.polygon];
  const ring = rings?.[at.ring];
  if (!rings || !ring) return areas;
  if (ring.length > 4) {
    return withRing(areas, at, (one) => closed(cornersOf(one).toSpliced(at.corner, 1)));
  }
  if (at.ring === 0) return removePolygon(areas, at);
  return replacePolygon(areas, at, [rings.filter((_, i) => i !== at.ring)]);
}

export function removeTakeOff(areas: FlightAreas, at: number): FlightAreas {
  return { ...areas, take_offs: areas.take_offs.toSpliced(at, 1) };
}

/** Every corner of the areas. */
export function cornersAt(areas: FlightAreas): { at: CornerAt; place: Place }[] {
  return areaKinds.flatMap((kind) =>
    areas[kind].flatMap((rings, polygon) =>
      rings.flatMap((one, ring) =>
        cornersOf(one).map((place, corner) => ({ at: { kind, polygon, ring, corner }, place })),
      ),
    ),
  );
}

/** Metres from the place to the segment, and the nearest place of the segment. */
export function nearestOn(place: Place, from: Place, to: Place): { metres: number; place: Place } {
  const plane = localPlaneAt(place);
  const [ax, ay] = plane.toPlane(...from);
  const [bx, by] = plane.toPlane(...to);
  const squared = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = squared === 0 ? 0 : (-ax * (bx - ax) - ay * (by - ay)) / squared;
  const t = Math.min(1, Math.max(0, along));
  const [x, y] = [ax + t * (bx - ax), ay + t * (by - ay)];
  return { metres: Math.hypot(x, y), place: plane.toLonLat(x, y) };
}

function nearestCorner(areas: FlightAreas, place: Place, reach: number) {
  return nearestOf(cornersAt(areas), place, reach);
}

function nearestOf<One extends { readonly place: Place }>(
  all: readonly One[],
  place: Place,
  reach: number,
): One | null {
  let best: One | null = null;
  let least = reach;
  for (const one of all) {
    const metres = placesApart(place, one.place);
    if (metres <= least) [best, least] = [one, metres];
  }
  return best;
}

function nearestEdge(areas: FlightAreas, place: Place, reach: number) {
  let best: { at: CornerAt; place: Place } | null = null;
  let least = reach;
  for (const { at } of cornersAt(areas)) {
    const ring = areas[at.kind][at.polygon]![at.ring]!;
    const near = nearestOn(place, ring[at.corner]!, ring[at.corner + 1]!);
    if (near.metres <= least) [best, least] = [{ at, place: near.place }, near.metres];
  }
  return best;
}

/** The corner, else the place on an outline, that lies within `reach` metres; else the place itself. */
export function snapped(areas: FlightAreas, place: Place, reach: number): Place {
  const near = nearestCorner(areas, place, reach) ?? nearestEdge(areas, place, reach);
  return near?.place ?? place;
}

/**
 * What lies within `reach` metres of the place: take-off positions before corners of polygons, those of obstacles, edges,
 * obstacles and polygons.
 */
export function hitAt(areas: FlightAreas, place: Place, reach: number): AreaHit | null {
  const takeOff = areas.take_offs.findIndex((one) => placesApart(one.place, place) <= reach);
  if (takeOff >= 0) return { is: "take_off", at: takeOff };
  const corner = nearestCorner(areas, place, reach);
  if (corner) return { is: "corner", ...corner.at };
  const standing = nearestOf(obstacleCorners(areas), place, reach);
  if (standing) return { is: "obstacle_corner", ...standing.at };
  const edge = nearestEdge(areas, place, reach);
  if (edge) return { is: "edge", ...edge.at };
  const obstacle = areas.obstacles?.findIndex((one) => metresToObstacle(one, place) <= reach) ?? -1;
  if (obstacle >= 0) return { is: "obstacle", at: obstacle };
  for (const kind of areaKinds.toReversed()) {
    const polygon = areas[kind].findLastIndex((rings) => isInPolygon(rings, place));
    if (polygon >= 0) return { is: "polygon", kind, polygon };
  }
  return null;
}
