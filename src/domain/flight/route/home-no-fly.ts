// What lies below the straight ways home: a drone that has lost its link, or whose battery is low, flies none of ours.
import type { Problem } from "../../error.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { metresInside } from "./flight-fault.ts";
import { placesBetween } from "./home-leg.ts";
import type { FlightAreas, FlightRoute, Place } from "./flight-route.ts";

/** Metres between the places from which the drone may fly home. */
const STEP_M = 25;

/**
 * The part of the route from which the straight way home lies over a no-fly polygon, with the first waypoint whose leg
 * it concerns. None of the formats can say another way home, so it is no fault of the route; the pilot must know it.
 */
export function homeOverNoFly(
  { take_off, waypoints }: Pick<FlightRoute, "take_off" | "waypoints">,
  { no_fly }: Pick<FlightAreas, "no_fly">,
): Problem[] {
  if (no_fly.length === 0) return [];
  let [whole, over] = [0, 0];
  let first: number | null = null;
  const corners = no_fly.flatMap(([outer = []]) => outer);
  for (const [at, { place: to }] of waypoints.slice(1).entries()) {
    const from = waypoints[at]!.place;
    const places = placesBetween(from, to, STEP_M);
    const metres = placesApart(from, to) / places.length;
    for (const place of places) {
      whole += metres;
      if (metresInside(place, take_off.place, no_fly) === 0) continue;
      over += metres;
      first ??= at + 1;
    }
    // A polygon that none of these ways crosses may stand whole between two of them.
    if (corners.some((corner) => isBetween(corner, take_off.place, from, to))) first ??= at + 1;
  }
  if (first === null) return [];
  const percent = Math.max(1, Math.round((100 * over) / whole));
  return [{ reason: "home_over_no_fly", values: { waypoint: first, percent } }];
}

/** Whether a place lies in the triangle of three others, in degrees. */
function isBetween([x, y]: Place, ...corners: readonly [Place, Place, Place]): boolean {
  const sides = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % 3]!;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}
