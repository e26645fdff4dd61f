// What of a route lies at a place of the map.
import { nearestOn } from "../area/area-draft.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
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
