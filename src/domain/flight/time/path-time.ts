// How long a route is and how long its flight takes, as DJI's own files count it: from the first waypoint to the last.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Waypoint } from "../route/flight-route.ts";
import { staySeconds } from "../route/waypoint-stay.ts";
import { pathTime } from "./flight-time.ts";
import { placesApart } from "../../geometry/ground-distance.ts";

/** m/s; what DJI's drones of the last years climb and sink at on routes. */
const VERTICAL = { climb: 6, descent: 5 };

type Stop = Pick<
  Waypoint,
  "place" | "height_m" | "damping_m" | "speed_m_s" | "hover_s" | "takes_photo"
>;

/** Metres between two waypoints, climb included. */
export function legDistance(from: Stop, to: Stop): number {
  return Math.hypot(placesApart(from.place, to.place), to.height_m - from.height_m);
}

/** Metres from the first waypoint to the last one. Corners are not cut, as in DJI's files. */
export function pathDistance(waypoints: readonly Stop[]): number {
  return waypoints
    .slice(1)
    .reduce((sum, waypoint, at) => sum + legDistance(waypoints[at]!, waypoint), 0);
}

/**
 * Seconds from the first waypoint to the last one. The drone stops at waypoints without damping.
 * @param speed m/s of the legs that have none of their own
 */
export function pathSeconds(waypoints: readonly Stop[], speed: number): number {
  const plane = localPlaneAt(waypoints[0]?.place ?? [0, 0]);
  const points = waypoints.map((waypoint) => {
    const [x, y] = plane.toPlane(...waypoint.place);
    const { height_m: z, damping_m: damping, speed_m_s } = waypoint;
    return { x, y, z, damping, speed: speed_m_s ?? speed, wait_s: staySeconds(waypoint) };
  });
  // What the drone does at its first waypoint is not part of a leg to it.
  return staySeconds(waypoints[0] ?? {}) + pathTime(points, VERTICAL);
}
