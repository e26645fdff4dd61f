// Ways between flight polygons, outside of them: neighbouring fields that one battery flies. The rules are those of the ways
// from and to take-off: around no-fly polygons, high above the ground and above all obstacles.
import type { Problem } from "../../error.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import type { FlightGround, Spot } from "../ground/flight-ground.ts";
import { mostAlong } from "../ground/ground-below.ts";
import { OBSTACLE_CLEARANCE_M } from "../ground/obstacle.ts";
import { obstacleFinder } from "../ground/obstacle-way.ts";
import { isWithinPolygon } from "../../geometry/polygon-contains.ts";
import { metresInside } from "./flight-fault.ts";
import type { FlightAreas, FlightRoute, Obstacle, Place } from "./flight-route.ts";
import type { Way, WayFinder } from "./flight-way.ts";
import { HOME_CLEARANCE_M, leastAboveGround } from "./home-leg.ts";

/** Metres from the end of a line, back along it, to where the drone has climbed: it refuses two waypoints at one place. */
export const CLIMB_ASIDE_M = 1;
/** A line that is shorter has no room for that. */
const SHORTEST_LINE_M = 1.5;
/** Metres above ground that most countries allow (Implementing Regulation (EU) 2019/947): no way between fields is higher. */
const MOST_M = 120;
/** Metres of a leg that rounding may put outside, and of sums of heights. */
const [TOLERANCE_M, ROUNDING_M] = [0.01, 1e-6];

type Line = {
  readonly from: Spot;
  readonly to: Spot;
  readonly lift?: readonly [from: number, to: number];
};

/** The way from the end of one line to the beginning of the next. */
export type Link = Way & {
  /**
   * Metres above the zero of the terrain, or above flat ground, at which all of its corners are flown; null: it lies inside
   * the flight polygons, as high as the lines.
   */
  readonly level_m: number | null;
  /** Metres that the drone climbs to that height, and sinks from it. */
  readonly rise_m: number;
  readonly sink_m: number;
};

/** Null: there is no way, or none that keeps the rules. */
export type LinkFinder = (before: Line, after: Line) => Link | null;

type Linked = {
  readonly ways: WayFinder;
  readonly ground: Pick<FlightGround, "plane">;
  /** Metres above ground of the lines. */
  readonly altitude_m: number;
  /** Null: the ground is flat. */
  readonly elevation: ElevationOf | null;
  readonly obstacles: readonly Obstacle[] | undefined;
  /** Metres above ground that nothing may fly above at the plant; null or absent: no such rule. */
  readonly ceiling_m?: number | null;
};

export function linkFinder(parts: Linked): LinkFinder {
  const { ways, ground, elevation, altitude_m } = parts;
  const placeOf = ([x, y]: Spot) => ground.plane.toLonLat(x, y);
  const heightAt = (spot: Spot, lift = 0) => {
    const height = elevation ? elevation(placeOf(spot)) : 0;
    return height === null ? null : height + altitude_m + lift;
  };
  return (before, after) => {
    const inside = ways.between(before.to, after.from);
    if (inside) return { ...inside, level_m: null, rise_m: 0, sink_m: 0 };
    const [begin, end] = [along(before.to, before.from), along(after.from, after.to)];
    const way = begin && end && ways.across(begin, end);
    if (!way) return null;
    const corners = [begin, ...way.corners, end];
    const [left, met] = [
      heightAt(before.to, before.lift?.[1]),
      heightAt(after.from, after.lift?.[0]),
    ];
    if (left === null || met === null) return null;
    const level_m = levelOver(corners.map(placeOf), Math.max(left, met), parts);
    if (level_m === null) return null;
    return { metres: way.metres, corners, level_m, rise_m: level_m - left, sink_m: level_m - met };
  };
}

/** The spot so far from one end of a line towards the other; null: the line is too short. */
function along([x, y]: Spot, [otherX, otherY]: Spot): Spot | null {
  const metres = Math.hypot(otherX - x, otherY - y);
  if (metres < SHORTEST_LINE_M) return null;
  const part = CLIMB_ASIDE_M / metres;
  return [x + part * (otherX - x), y + part * (otherY - y)];
}

/** Null where the ground is not known, or where the way would be higher above it than it may. */
function levelOver(
  places: readonly Place[],
  least_m: number,
  { elevation, obstacles, ceiling_m }: Linked,
): number | null {
  const first = places[0]!;
  const floor = elevation ? elevation(first) : 0;
  if (floor === null) return null;
  const met = obstacleFinder(obstacles, first, elevation);
  let [lowest, level] = [elevation ? Infinity : 0, least_m];
  for (const [i, to] of places.slice(1).entries()) {
    const from = places[i]!;
    if (elevation) {
      const { most, isKnown } = mostAlong(elevation, from, to);
      if (!isKnown) return null;
      level = Math.max(level, most + HOME_CLEARANCE_M);
      lowest = Math.min(lowest, -mostAlong(elevation, from, to, (height) => -height).most);
    } else level = Math.max(level, HOME_CLEARANCE_M);
    for (const { top_m, isGroundKnown } of met(from, to)) {
      if (!isGroundKnown) return null;
      level = Math.max(level, floor + top_m + OBSTACLE_CLEARANCE_M);
    }
  }
  const rounded = Math.ceil(level * 10) / 10;
  return rounded - lowest > Math.min(MOST_M, ceiling_m ?? Infinity) ? null : rounded;
}

type Flown = Pick<FlightRoute, "take_off" | "waypoints">;

/** Each way between flight polygons that is lower above the ground than ways from and to take-off are, with its waypoint from 1. */
export function crossingProblems(
  route: Flown,
  { flight }: Pick<FlightAreas, "flight">,
  elevation: ElevationOf | null,
): Problem[] {
  return crossingLegs(route, flight).flatMap((at): Problem[] => {
    const above = leastAboveGround(route, at, elevation);
    if (above >= HOME_CLEARANCE_M - ROUNDING_M) return [];
    const metres = Math.floor(above * 10) / 10;
    const values = { waypoint: at + 2, metres, least: HOME_CLEARANCE_M };
    return [{ reason: "crossing_low", values }];
  });
}

/** That the route leaves the flight polygons to reach another, how often, and how high above ground: the pilot must know it. */
export function crossingWarnings(
  route: Flown,
  { flight }: Pick<FlightAreas, "flight">,
  elevation: ElevationOf | null,
): Problem[] {
  const legs = crossingLegs(route, flight);
  if (legs.length === 0) return [];
  const ways = legs.filter((at, i) => legs[i - 1] !== at - 1).length;
  const least = Math.min(...legs.map((at) => leastAboveGround(route, at, elevation)));
  const metres = Math.floor(least * 10 + ROUNDING_M) / 10;
  return [{ reason: "flight_between_areas", values: { ways, metres } }];
}

/**
 * The lowest leg of the ways from and to take-off outside the flight polygons that is lower above the ground than such ways are
 * where they have no bend: that of routes which were planned before bends were flown as high.
 */
export function lowWayWarnings(
  route: Flown,
  { flight }: Pick<FlightAreas, "flight">,
  elevation: ElevationOf | null,
): Problem[] {
  const { waypoints } = route;
  const isIn = waypoints.map(({ place }) => flight.some((one) => isWithinPolygon(one, place)));
  const [first, last] = [isIn.indexOf(true), isIn.lastIndexOf(true)];
  const legs = waypoints.slice(1).flatMap(({ place: to }, at) => {
    // A leg outside between two waypoints inside is a fault; so is a route that has none inside.
    if (first < 0 || (at >= first && at < last)) return [];
    const { place } = waypoints[at]!;
    if (placesApart(place, to) - metresInside(place, to, flight) <= TOLERANCE_M) return [];
    return [{ waypoint: at + 2, above: leastAboveGround(route, at, elevation) }];
  });
  const [low] = legs.toSorted((a, b) => a.above - b.above);
  if (!low || low.above >= HOME_CLEARANCE_M - ROUNDING_M) return [];
  const metres = Math.floor(low.above * 10) / 10;
  return [
    { reason: "way_low", values: { waypoint: low.waypoint, metres, least: HOME_CLEARANCE_M } },
  ];
}

/** Indices of the waypoints at which a leg begins that leads outside, from one flight polygon to another. */
const crossingLegs = ({ waypoints }: Flown, flight: FlightAreas["flight"]) =>
  waypoints.slice(0, -1).flatMap(({ place, crosses }, at) => {
    const to = waypoints[at + 1]!.place;
    if (!crosses) return [];
    return placesApart(place, to) - metresInside(place, to, flight) > TOLERANCE_M ? [at] : [];
  });
