// The ground of a plan on a flat plane: where the drone may be, and what it may not fly over.
import { EndType, FillRule, JoinType, differenceD, inflatePathsD, unionD } from "clipper2-ts";
import type { PathsD } from "clipper2-ts";
import { isCrossed } from "../../geometry/ring.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import { placesBounds } from "../../geometry/place-bounds.ts";
import type { FlightAreas, FlightPolygon, Place } from "../route/flight-route.ts";
import { altitudeOf } from "../plan/capture.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { isOnline, MOST_TILT_DEG } from "../plan/ground-frame.ts";
import { TERRAIN_TOLERANCE_M, type ElevationOf } from "./elevation.ts";
import { OBSTACLE_CLEARANCE_M, placedOf } from "./obstacle.ts";
import { edgesInTheWay } from "./obstacle-top.ts";

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
  /** No-fly polygons with their margin. */
  readonly forbidden: Region;
  /** Obstacles that the flight does not pass above, each by its index, with the clearance around it. */
  readonly standing: readonly { readonly obstacle: number; readonly region: Region }[];
  /** Both: what ways from and to the take-off position keep out of. */
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

/** Metres around the clearance of an obstacle in which curves may cut corners. */
const CURVE_M = 1;

/** Metres above ground of the lowest flight. Collectors that follow the sun are flown lower, the more they are turned. */
function lowestOf(settings: FlightSettings): number {
  const heights = settings.flight_types.map((type) => {
    const isLowered = isOnline(type) && settings.altitudes_m[type] === undefined;
    return altitudeOf(settings, type) * (isLowered ? Math.cos((MOST_TILT_DEG * Math.PI) / 180) : 1);
  });
  return Math.min(...heights);
}

/**
 * What lines keep around: the parts of each obstacle that the lowest flight, over the terrain as it is, does not pass with the
 * clearance above them. The other flights of the campaign keep around them as well.
 * @param metres that are kept to their sides
 */
function standingIn(
  { obstacles = [] }: FlightAreas,
  settings: FlightSettings,
  { elevation, lowest_m, plane }: Required<Over> & Pick<FlightGround, "plane">,
): ((metres: number) => PathsD)[] {
  const tolerance = Math.max(TERRAIN_TOLERANCE_M, settings.terrain_tolerance_m);
  return obstacles.map((one) => {
    const edges = edgesInTheWay(one, elevation, lowest_m - tolerance);
    const own = placedOf(one);
    const onPlane = (spots: readonly Spot[]) =>
      spots.map((spot) => {
        const [x, y] = plane.toPlane(...own.plane.toLonLat(...spot));
        return { x, y };
      });
    const isArea = one.form === "area";
    const paths = isArea ? [onPlane(own.spots)] : edges.map((edge) => onPlane(own.edges[edge]!));
    const end = isArea ? EndType.Polygon : EndType.Round;
    return (metres) =>
      edges.length === 0
        ? []
        : unionOf(
            paths.flatMap((path) =>
              inflatePathsD([path], metres, JoinType.Round, end, MITER_LIMIT, PRECISION, ARC_M),
            ),
            [],
          );
  });
}

const unionOf = (one: PathsD, other: PathsD): PathsD =>
  other.length === 0 && one.length === 0 ? [] : unionD(one, other, FillRule.NonZero, PRECISION);

type Over = {
  /** Metres of the ground, null where it is not known; null in its place: the ground is flat. */
  readonly elevation: ElevationOf | null;
  /** Metres above ground of the lowest flight; absent: of the flight types of the settings. */
  readonly lowest_m?: number;
};

/** @param over the terrain, by which obstacles are passed above or not */
export function groundOf(
  areas: FlightAreas,
  settings: FlightSettings,
  { elevation, lowest_m = lowestOf(settings) }: Over,
): FlightGround {
  const plane = localPlaneAt(middleOf(areas.flight.flat(2)));
  const flight = joined(areas.flight, plane);
  const noFly = joined(areas.no_fly, plane);
  const inTheWay = standingIn(areas, settings, { elevation, lowest_m, plane });
  const kept = OBSTACLE_CLEARANCE_M + ARC_M;
  const around = (metres: number) => inTheWay.flatMap((one) => one(metres));
  const near = around(kept);
  const forbidden = grown(noFly, settings.no_fly_margin_m);
  const blocked = unionOf(forbidden, around(kept + CURVE_M));
  const minus = (area: PathsD, hole: PathsD) =>
    hole.length === 0 ? area : differenceD(area, hole, FillRule.NonZero, PRECISION);
  const free = minus(grown(flight, -settings.bounds_margin_m), blocked);
  const loose = minus(
    grown(flight, -settings.bounds_margin_m / 2),
    unionOf(grown(noFly, settings.no_fly_margin_m / 2), near),
  );
  return {
    plane,
    flight: toRegion(flight),
    loose: toRegion(loose),
    free: toRegion(free),
    inner: toRegion(grown(free, -CLEARANCE_M)),
    field: toRegion(minus(flight, unionOf(noFly, near))),
    forbidden: toRegion(forbidden),
    standing: inTheWay.flatMap((one, obstacle) => {
      const region = toRegion(one(kept + CURVE_M));
      return region.length > 0 ? [{ obstacle, region }] : [];
    }),
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
