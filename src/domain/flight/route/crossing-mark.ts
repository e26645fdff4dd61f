// Marks of ways between flight polygons in a route that is changed: the planner's alone, however the change was made.
import { isInPolygon } from "../../geometry/polygon-contains.ts";
import type { FlightAreas, FlightRoute, Waypoint } from "./flight-route.ts";

type Flown = Pick<FlightRoute, "waypoints">;

/**
 * The waypoints with the marks of the planner's ways between flight polygons, and no others. A leg of such a way has its mark
 * also where a program that does not know marks has dropped it. A way may bend elsewhere, and its ends may move inside their
 * flight polygons. Where there was none, none begins: each planned way has one in the changed route at most.
 * @param before the route as it is stored, whose marks are the planner's
 */
export function withPlannedCrossings(
  before: Flown,
  waypoints: readonly Waypoint[],
  { flight }: Pick<FlightAreas, "flight">,
): Waypoint[] {
  const keys = waypoints.map((one, at) => legKey(one, waypoints[at + 1]));
  const ways = crossingWays(before.waypoints);
  const stored = new Set(ways.flatMap(({ legs }) => legs));
  const isKnown = (at: number) =>
    at + 1 < waypoints.length && (waypoints[at]?.crosses === true || stored.has(keys[at]!));
  const marked = new Set(keys.flatMap((key, at) => (stored.has(key) ? [at] : [])));
  for (const { begin, end, legs } of ways) {
    const [isBegin, isEnd] = [nearTo(begin, flight), nearTo(end, flight)];
    const found = waypoints.flatMap((one, at) => {
      const way = isBegin(one) ? shortestWay(waypoints, at, { isKnown, isBegin, isEnd }) : [];
      return way.length === 0 ? [] : [way];
    });
    const holds = (way: number[]) => way.some((at) => legs.includes(keys[at]!));
    const meets = (way: number[]) =>
      placeKey(waypoints[way[0]!]) === placeKey(begin) ||
      placeKey(waypoints[way.at(-1)! + 1]) === placeKey(end);
    // One that is as it was planned, before one that only looks like it.
    const free = found.filter((way) => way.every((at) => !marked.has(at) || stored.has(keys[at]!)));
    const isWhole = legs.every((key) => keys.includes(key));
    const best = free.find(holds) ?? (isWhole ? undefined : (free.find(meets) ?? free[0]));
    for (const at of best ?? []) marked.add(at);
  }
  return waypoints.map((waypoint, at) => {
    const { crosses: _crosses, ...one } = waypoint;
    return marked.has(at) ? { ...one, crosses: true } : one;
  });
}

type Is = {
  /** Whether the leg that begins at this index is marked, or was. */
  readonly isKnown: (at: number) => boolean;
  readonly isBegin: (one: Waypoint) => boolean;
  readonly isEnd: (one: Waypoint) => boolean;
};

/**
 * The legs of a way from this waypoint to the first end: lines that follow in the polygon where it ends, or lie before in that
 * where it begins, are no part of it. Empty where there is none.
 */
function shortestWay(
  waypoints: readonly Waypoint[],
  from: number,
  { isKnown, isBegin, isEnd }: Is,
): number[] {
  for (let at = from; isKnown(at); at++) {
    const to = waypoints[at + 1]!;
    if (isEnd(to)) return Array.from({ length: at + 1 - from }, (_, i) => from + i);
    if (isBegin(to)) return [];
  }
  return [];
}

/** Whether a waypoint is at the place of this end, or in a flight polygon in which it lies. */
function nearTo(end: Waypoint, flight: FlightAreas["flight"]): (one: Waypoint) => boolean {
  const around = flight.filter((polygon) => isInPolygon(polygon, end.place));
  return (one) =>
    placeKey(one) === placeKey(end) || around.some((polygon) => isInPolygon(polygon, one.place));
}

const placeKey = (one: Waypoint | undefined) => one?.place.join(" ") ?? "";
const legKey = (from: Waypoint, to: Waypoint | undefined) => `${placeKey(from)} ${placeKey(to)}`;

/** Marked legs that follow each other: the waypoints at both of their ends, and the places of each leg. */
function crossingWays(waypoints: readonly Waypoint[]) {
  return waypoints.flatMap((begin, at) => {
    if (!begin.crosses || waypoints[at - 1]?.crosses) return [];
    const length = waypoints.slice(at).findIndex(({ crosses }) => !crosses);
    const last = length < 0 ? waypoints.length - 1 : at + length;
    const legs = waypoints.slice(at, last).map((one, i) => legKey(one, waypoints[at + i + 1]));
    return legs.length === 0 ? [] : [{ begin, end: waypoints[last]!, legs }];
  });
}
