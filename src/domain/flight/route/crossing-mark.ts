// Marks of ways between flight polygons in a route that is changed: the planner's alone, however the change was made.
import type { FlightRoute, Waypoint } from "./flight-route.ts";

type Flown = Pick<FlightRoute, "waypoints">;

/**
 * The waypoints with the marks of the planner's ways between flight polygons, and no others. A leg of such a way has its mark
 * also where a program that does not know marks has dropped it. A way may bend elsewhere, but where there was none, none
 * begins: marked legs that follow each other begin or end where planned ones did.
 * @param before the route as it is stored, whose marks are the planner's
 */
export function withPlannedCrossings(before: Flown, waypoints: readonly Waypoint[]): Waypoint[] {
  const legs = new Set(
    before.waypoints.flatMap((one, at) =>
      one.crosses ? [legKey(one, before.waypoints[at + 1])] : [],
    ),
  );
  const known = waypoints.map((one, at): Waypoint => {
    return legs.has(legKey(one, waypoints[at + 1])) ? { ...one, crosses: true } : one;
  });
  const old = crossingWays(before.waypoints);
  const [begins, ends] = [
    new Set(old.map(({ begin }) => begin)),
    new Set(old.map(({ end }) => end)),
  ];
  const marked = new Set(
    crossingWays(known)
      .filter(({ begin, end }) => begins.has(begin) || ends.has(end))
      .flatMap((way) => way.legs),
  );
  return known.map((waypoint, at) => {
    const { crosses: _crosses, ...one } = waypoint;
    return marked.has(at) ? { ...one, crosses: true } : one;
  });
}

const placeKey = (one: Waypoint | undefined) => one?.place.join(" ") ?? "";
const legKey = (from: Waypoint, to: Waypoint | undefined) => `${placeKey(from)} ${placeKey(to)}`;

/** Marked legs that follow each other: the places at both of their ends, and the waypoints at which they begin. */
function crossingWays(waypoints: readonly Waypoint[]) {
  return waypoints.flatMap((one, at) => {
    if (!one.crosses || waypoints[at - 1]?.crosses) return [];
    const length = waypoints.slice(at).findIndex(({ crosses }) => !crosses);
    const end = length < 0 ? waypoints.length : at + length;
    const legs = Array.from({ length: end - at }, (_, i) => at + i);
    return [{ begin: placeKey(one), end: placeKey(waypoints[end]), legs }];
  });
}
