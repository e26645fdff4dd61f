// The ground of a plan on a flat plane: where the drone may be, and what it may not fly over.
import { EndType, FillRule, JoinType, differenceD, inflatePathsD, unionD } from "clipper2-ts";
import type { PathsD } from "clipper2-ts";
import { isCrossed } from "../../geometry/ring.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import { placesBounds } from "../../geometry/place-bounds.ts";
import type { FlightAreas, FlightPolygon, Place, Obstacle } from "../route/flight-route.ts";
import { altitudeOf } from "../plan/capture.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { heightOf, OBSTACLE_CLEARANCE_M } from "./obstacle.ts";

/** East, north in metres on the plane of the plan. */
export type Spot = readonly [x: number, y: number];
/** Rings whose inside is counted even-odd, not closed: outer rings and holes. */
export type Region = readonly (readonly Spot[])[];

export type FlightGround = {
  readonly plane: Plane;
  /** Where lines and ways lie: the flight polygons less their margin, without the no-fly polygons and theirs. */
  readonly free: Region;
  /** `free`, smaller by the clearance. */
  readonly inner: Region;
  /** Where curves may cut corners: half of the margins. */
  readonly loose: Region;
  /** The flight polygons. */
  readonly flight: Region;
  /** The flight polygons without the no-fly polygons. */
  readonly field: Region;
  /** No-fly polygons with their margin: what ways from and to the take-off position keep out of. */
  readonly blocked: Region;
};

/** Lines and corners lie this far inside what is free, so that no way touches an edge. */
export const CLEARANCE_M = 0.05;
/** 0.1 mm. */
const PRECISION = 4;
const MITER_LIMIT = 2;

export const toPaths = (region: Region): PathsD =>
  region.map((ring) => ring.map(([x, y]) => ({ x, y })));
export const toRegion = (paths: PathsD): Region =>
  paths.filter(({ length }) => length > 2).map((path) => path.map(({ x, y }): Spot => [x, y]));

export function grown(paths: PathsD, metres: number): PathsD {
  if (metres === 0 || paths.length === 0) return paths;
  return inflatePathsD(paths, metres, JoinType.Miter, EndType.Polygon, MITER_LIMIT, PRECISION);
}

/** The polygons as one area; where they overlap, they count once. */
export function joined(polygons: readonly FlightPolygon[], plane: Plane): PathsD {
  const each = polygons.flatMap((polygon) => {
    const rings = polygon.map((ring) =>
      ring.map(([lon, lat]) => {
        const [x, y] = plane.toPlane(lon, lat);
        return { x, y };
      }),
    );
    return unionD(rings, [], FillRule.EvenOdd, PRECISION);
  });
  return each.length === 0 ? [] : unionD(each, [], FillRule.NonZero, PRECISION);
}

/** The middle of the places' box; the plane of a plan has its origin there. */
export function middleOf(places: readonly Place[]): Place {
  const [west, south, east, north] = placesBounds(places) ?? [NaN, NaN, NaN, NaN];
  return [(west + east) / 2, (south + north) / 2];
}

/** Metres that a chord of a round corner may lie inside it: few corners, for ways bend at each. */
const ARC_M = 0.5;
/** Metres by which lines over terrain may lie lower than planned. */
const TERRAIN_TOLERANCE_M = 3;

/**
 * What lines keep around as they do around no-fly polygons: obstacles that the lowest flight does not pass with the
 * clearance above them, with the clearance to their sides. The other flights of the campaign keep around them as well.
 */
function standingIn(
  obstacles: readonly Obstacle[] = [],
  settings: FlightSettings,
  plane: Plane,
): PathsD {
  const lowest = Math.min(...settings.flight_types.map((type) => altitudeOf(settings, type)));
  const each = obstacles
    .filter((one) => heightOf(one) + OBSTACLE_CLEARANCE_M + TERRAIN_TOLERANCE_M > lowest)
    .flatMap(({ form, places }) => {
      const path = places.map((place) => {
        const [x, y] = plane.toPlane(...place);
        return { x, y };
      });
      const end = form === "area" ? EndType.Polygon : EndType.Round;
      const metres = OBSTACLE_CLEARANCE_M + ARC_M;
      return inflatePathsD([path], metres, JoinType.Round, end, MITER_LIMIT, PRECISION, ARC_M);
    });
  return unionOf(each, []);
}

const unionOf = (one: PathsD, other: PathsD): PathsD =>
  other.length === 0 && one.length === 0 ? [] : unionD(one, other, FillRule.NonZero, PRECISION);

export function groundOf(areas: FlightAreas, settings: FlightSettings): FlightGround {
  const plane = localPlaneAt(middleOf(areas.flight.flat(2)));
  const flight = joined(areas.flight, plane);
  const noFly = unionOf(joined(areas.no_fly, plane), standingIn(areas.obstacles, settings, plane));
  const blocked = grown(noFly, settings.no_fly_margin_m);
  const minus = (area: PathsD, hole: PathsD) =>
    hole.length === 0 ? area : differenceD(area, hole, FillRule.NonZero, PRECISION);
  const free = minus(grown(flight, -settings.bounds_margin_m), blocked);
  const loose = minus(
    grown(flight, -settings.bounds_margin_m / 2),
    grown(noFly, settings.no_fly_margin_m / 2),
  );
  return {
    plane,
    flight: toRegion(flight),
    loose: toRegion(loose),
    free: toRegion(free),
    inner: toRegion(grown(free, -CLEARANCE_M)),
    field: toRegion(minus(flight, noFly)),
    blocked: toRegion(blocked),
  };
}

/** Square metres. */
export function areaOf(region: Region): number {
  return Math.abs(region.reduce((sum, ring) => sum + signedArea(ring), 0));
}

/** Positive for a ring that runs counter-clockwise. */
export function signedArea(ring: Region[number]): number {
  let twice = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

/** Turns the region clockwise, so that the direction (radians from east, counter-clockwise) lies along x. */
export function turned(region: Region, direction: number): Region {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  return region.map((ring) => ring.map(([x, y]): Spot => [x * cos + y * sin, y * cos - x * sin]));
}

/** Turns a spot back. */
export function turnedBack([x, y]: Spot, direction: number): Spot {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  return [x * cos - y * sin, y * cos + x * sin];
}

/** Whether the spot is inside (even-odd). Rings of a region are not closed, so turf would need a copy of each. */
export function isInside(region: Region, [x, y]: Spot): boolean {
  let inside = false;
  for (const ring of region) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i]!;
      const [xj, yj] = ring[j]!;
      if (isCrossed(xi, yi, xj, yj, x, y)) inside = !inside;
    }
  }
  return inside;
}
