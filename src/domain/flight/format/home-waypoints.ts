// Waypoints for the ways from and to the take-off position, for formats that know no heights of them.
import type { FlightRoute, Place, Waypoint } from "../route/flight-route.ts";
import type { HomeHeights } from "../route/home-leg.ts";
import { withoutStay } from "../route/waypoint-stay.ts";
import { LEAST_CLIMB_M } from "../route/way-heights.ts";
import { transitOf } from "../time/flight-motion.ts";

/**
 * The route with waypoints over the take-off position and over both ends, at the heights of these ways. Only where they
 * are higher than the route: else the drone flies them at the height of its first and last waypoint.
 */
export function withHomeWaypoints(
  route: FlightRoute,
  heights: Pick<HomeHeights, "security_height_m" | "return_height_m">,
): FlightRoute {
  const { take_off, waypoints } = route;
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (!first || !last) return route;
  const speed_m_s = transitOf(route);
  const ends = (height_m: number, like: Waypoint, places: readonly Place[]): Waypoint[] =>
    height_m - like.height_m > LEAST_CLIMB_M
      ? places.map((place) => ({ ...withoutStay(like), place, height_m, damping_m: 0, speed_m_s }))
      : [];
  const before = ends(heights.security_height_m, first, [take_off.place, first.place]);
  const after = ends(heights.return_height_m, last, [last.place, take_off.place]);
  const shift = before.length;
  const photo_runs = route.photo_runs.map((run) => {
    return { ...run, from: run.from + shift, to: run.to + shift };
  });
  return { ...route, waypoints: [...before, ...waypoints, ...after], photo_runs };
}
