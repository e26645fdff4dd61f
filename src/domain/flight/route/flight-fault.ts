// What a route must not do, checked with exact arithmetic on the drawn polygons, apart from the planner.
import { turnOf } from "../../geometry/turn.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { isWithinPolygon } from "../../geometry/polygon-contains.ts";
import type { FlightAreas, FlightPolygon, FlightRoute, Place } from "./flight-route.ts";

export type RouteFault = {
  /** Keys of refusal.json. */
  readonly reason: "over_no_fly" | "outside_flight_area" | "waypoints_too_close";
  readonly values: {
    /**
     * The waypoint where the leg ends, counted from 1. One more than there are waypoints: the leg back to the
     * take-off position.
     */
    readonly waypoint: number;
    /** Of the leg over the no-fly polygon or outside, or between the waypoints; rounded up to 1 cm. */
    readonly metres: number;
  };
};

/** Drones refuse waypoints that are closer together. */
const CLOSEST_M = 0.6;
/** Rounding of coordinates. */
const TOLERANCE_M = 0.001;

/**
 * Every leg of the route that lies over a no-fly polygon or outside the flight polygons, and every waypoint too
 * close to the one before. Legs from and to the take-off position may lie outside the flight polygons: up to the
 * first waypoint inside, and from the last; so may those that the planner leads from one polygon to another, whose height is
 * checked apart (crossing.ts). Photos are taken inside only.
 */
export function routeFaults(route: FlightRoute, areas: FlightAreas): RouteFault[] {
  const { photo_runs } = route;
  const places = route.waypoints.map(({ place }) => place);
  const all = [route.take_off.place, ...places, route.take_off.place];
  const isIn = places.map((place) => isInAny(place, areas.flight));
  const [first, last] = [isIn.indexOf(true), isIn.lastIndexOf(true)];
  const faults: RouteFault[] = [];
  const add = (reason: RouteFault["reason"], waypoint: number, metres: number) =>
    faults.push({
      reason,
      values: { waypoint: waypoint + 1, metres: Math.ceil(metres * 100) / 100 },
    });
  for (let i = 1; i < all.length; i++) {
    const [from, to, waypoint] = [all[i - 1]!, all[i]!, i - 1];
    const noFly = metresInside(from, to, areas.no_fly);
    if (noFly > 0) add("over_no_fly", waypoint, noFly);
    const isCrossing = route.waypoints[waypoint - 1]?.crosses === true;
    const isBound = first >= 0 && waypoint > first && waypoint <= last && !isCrossing;
    const takesPhotos = photo_runs.some((run) => waypoint > run.from && waypoint <= run.to);
    const outside =
      isBound || takesPhotos || first < 0
        ? placesApart(from, to) - metresInside(from, to, areas.flight)
        : 0;
    if (outside > TOLERANCE_M) add("outside_flight_area", waypoint, outside);
    const isLeg = waypoint > 0 && waypoint < places.length;
    const metres = placesApart(from, to);
    if (isLeg && metres < CLOSEST_M) add("waypoints_too_close", waypoint, metres);
  }
  return faults;
}

/** Metres of the straight leg that lie inside any of the polygons. */
export function metresInside(from: Place, to: Place, polygons: readonly FlightPolygon[]): number {
  const near = polygons.filter((polygon) => boxMeets(polygon, from, to));
  if (near.length === 0) return 0;
  const parts = near.flatMap((polygon) => polygon.flatMap((ring) => meetings(from, to, ring)));
  const cuts = [0, ...parts, 1].toSorted((a, b) => a - b);
  const metres = placesApart(from, to);
  let inside = 0;
  for (let i = 1; i < cuts.length; i++) {
    const [before, after] = [cuts[i - 1]!, cuts[i]!];
    if (after <= before) continue;
    const part = (before + after) / 2;
    const middle: Place = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    if (isInAny(middle, near)) inside += (after - before) * metres;
  }
  return inside;
}

/** Whether a box around the polygon meets that around the leg. */
function boxMeets(polygon: FlightPolygon, from: Place, to: Place): boolean {
  const outer = polygon[0] ?? [];
  return [0, 1].every((axis) => {
    const [low, high] = [Math.min(from[axis]!, to[axis]!), Math.max(from[axis]!, to[axis]!)];
    return (
      outer.some((place) => place[axis]! <= high) && outer.some((place) => place[axis]! >= low)
    );
  });
}

/** Where the leg meets the ring's edges, as parts of the leg. */
function meetings(from: Place, to: Place, ring: readonly Place[]): number[] {
  const found: number[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [c, d] = [ring[i - 1]!, ring[i]!];
    const [cSide, dSide] = [sideOf(from, to, c), sideOf(from, to, d)];
    if (cSide * dSide > 0 || sideOf(c, d, from) * sideOf(c, d, to) > 0) continue;
    if (cSide === 0 && dSide === 0) found.push(partOf(from, to, c), partOf(from, to, d));
    else found.push(crossing(from, to, c, d));
  }
  return found.map((part) => Math.min(1, Math.max(0, part)));
}

const sideOf = (a: Place, b: Place, c: Place) => turnOf(a[0], a[1], b[0], b[1], c[0], c[1]);

function partOf(from: Place, to: Place, place: Place): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
}

function crossing(from: Place, to: Place, c: Place, d: Place): number {
  const [dx, dy, ex, ey] = [to[0] - from[0], to[1] - from[1], d[0] - c[0], d[1] - c[1]];
  const across = dx * ey - dy * ex;
  return across === 0 ? 0 : ((c[0] - from[0]) * ey - (c[1] - from[1]) * ex) / across;
}

function isInAny(place: Place, polygons: readonly FlightPolygon[]): boolean {
  return polygons.some((polygon) => isWithinPolygon(polygon, place));
}
