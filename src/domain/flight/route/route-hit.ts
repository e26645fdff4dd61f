// What of a route lies at a place of the map.
import { nearestOn } from "../area/area-draft.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { WayHeights } from "./way-heights.ts";
import type { FlightRoute, Place } from "./flight-route.ts";

export type RouteHit =
  | { readonly is: "take_off" }
  /** Index of the waypoint. */
  | { readonly is: "waypoint"; readonly at: number }
  /**
   * Index of the waypoint where the leg ends; as many as there are waypoints: the leg back. The place lies at this
   * part of the leg, 0 to 1.
   */
  | { readonly is: "leg"; readonly at: number; readonly place: Place; readonly part: number };

type Flown = Pick<FlightRoute, "waypoints" | "take_off">;

/** The nearest waypoint, else the nearest leg, within `reach` metres of the place. */
export function routeHitAt({ waypoints, take_off }: Flown, place: Place, reach: number) {
  let best: RouteHit | null = null;
  let least = reach;
  for (const [at, waypoint] of waypoints.entries()) {
    const metres = placesApart(place, waypoint.place);
    if (metres <= least) [best, least] = [{ is: "waypoint", at } satisfies RouteHit, metres];
  }
  if (best) return best;
  if (placesApart(place, take_off.place) <= reach) return { is: "take_off" } satisfies RouteHit;
  const places = [take_off.place, ...waypoints.map((one) => one.place), take_off.place];
  for (let at = 0; at + 1 < places.length; at++) {
    const [from, to] = [places[at]!, places[at + 1]!];
    const near = nearestOn(place, from, to);
    if (near.metres > least) continue;
    const part = placesApart(from, near.place) / (placesApart(from, to) || 1);
    [best, least] = [{ is: "leg", at, place: near.place, part } satisfies RouteHit, near.metres];
  }
  return best as RouteHit | null;
}

type OnScreen = readonly [x: number, y: number];
/** Where a point this high above the take-off position appears, in pixels; null behind the eye. */
export type Seen = (place: Place, height_m: number) => OnScreen | null;

/** Of the search for the point of a leg: the part that is left is below a thousandth of a leg. */
const SEARCH_STEPS = 24;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The same in a view with heights: what is seen within `reach` pixels of a point. A waypoint in the air lies beside the
 * ground that the pixel shows.
 */
export function routeHitOnScreen(
  { waypoints, take_off }: Flown,
  at: OnScreen,
  reach: number,
  seen: Seen,
  ways: WayHeights,
): RouteHit | null {
  const from = ([x, y]: OnScreen) => Math.hypot(x - at[0], y - at[1]);
  const away = (place: Place, height_m: number) => {
    const point = seen(place, height_m);
    return point ? from(point) : Infinity;
  };
  let best: RouteHit | null = null;
  let least = reach;
  for (const [index, { place, height_m }] of waypoints.entries()) {
    const pixels = away(place, height_m);
    if (pixels <= least) [best, least] = [{ is: "waypoint", at: index }, pixels];
  }
  if (best) return best;
  if (away(take_off.place, 0) <= reach) return { is: "take_off" };
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (!first || !last) return null;
  const { security_height_m: out, return_height_m: back } = ways;
  // The drone climbs and descends at the take-off position, and at both ends of the route.
  const legs = [
    [
      { place: take_off.place, height_m: out },
      { place: first.place, height_m: out },
    ],
    ...waypoints.slice(1).map((to, at) => [waypoints[at]!, to]),
    [
      { place: last.place, height_m: back },
      { place: take_off.place, height_m: back },
    ],
  ];
  let leg: number | null = null;
  for (const [index, ends] of legs.entries()) {
    const [a, b] = ends.map((stop) => seen(stop.place, stop.height_m));
    // A straight leg is a straight line on the screen; one that passes the eye is not judged.
    const pixels = a && b ? pixelsFrom(at, a, b) : Infinity;
    if (pixels <= least) [leg, least] = [index, pixels];
  }
  if (leg === null) return null;
  const along = (part: number) => between(legs[leg]![0]!, legs[leg]![1]!, part);
  // Halves of a leg are no halves on the screen: the nearest point is searched for.
  let [low, high] = [0, 1];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const [one, two] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    const [p, q] = [along(one), along(two)];
    if (away(p.place, p.height_m) <= away(q.place, q.height_m)) high = two;
    else low = one;
  }
  const part = (low + high) / 2;
  return { is: "leg", at: leg, place: along(part).place, part };
}

type Stop = { readonly place: Place; readonly height_m: number };

/** The point of a straight leg at this part of it, 0 to 1. */
export function between(a: Stop, b: Stop, part: number): Stop {
  const mix = (from: number, to: number) => from + (to - from) * part;
  return {
    place: [mix(a.place[0], b.place[0]), mix(a.place[1], b.place[1])],
    height_m: mix(a.height_m, b.height_m),
  };
}

function pixelsFrom([x, y]: OnScreen, [ax, ay]: OnScreen, [bx, by]: OnScreen): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const near = Math.min(1, Math.max(0, part));
  return Math.hypot(ax + near * dx - x, ay + near * dy - y);
}
