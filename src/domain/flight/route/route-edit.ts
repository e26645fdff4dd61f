// Changes of single waypoints of a route. The photo runs follow the waypoints.
import { placesApart } from "../../geometry/ground-distance.ts";
import { routeSeconds } from "../time/flight-clock.ts";
import type { FlightRoute, PhotoRun, Place, Waypoint } from "./flight-route.ts";

/** What an edit changes of a route. */
export type RouteDraft = {
  readonly waypoints: readonly Waypoint[];
  readonly photo_runs: readonly PhotoRun[];
};

/**
 * At these waypoints and their neighbours the drone stops: curves were checked for the legs as planned, and a
 * straight leg is checked exactly.
 */
function stopsAround(waypoints: readonly Waypoint[], at: number): Waypoint[] {
  return waypoints.map((waypoint, i) =>
    Math.abs(i - at) <= 1 ? { ...waypoint, damping_m: 0 } : waypoint,
  );
}

export function moveWaypoint(draft: RouteDraft, at: number, place: Place): RouteDraft {
  const moved = draft.waypoints.map((waypoint, i) =>
    i === at ? { ...waypoint, place } : waypoint,
  );
  return { ...draft, waypoints: stopsAround(moved, at) };
}

export function raiseWaypoint(draft: RouteDraft, at: number, height_m: number): RouteDraft {
  const waypoints = draft.waypoints.map((waypoint, i) =>
    i === at ? { ...waypoint, height_m } : waypoint,
  );
  return { ...draft, waypoints };
}

/** A new waypoint before the one at this index; at the end where the index is the number of waypoints. */
export function insertWaypoint(draft: RouteDraft, at: number, place: Place): RouteDraft {
  const [before, after] = [draft.waypoints[at - 1], draft.waypoints[at]];
  const near = before ?? after;
  if (!near) return draft;
  const height_m = before && after ? (before.height_m + after.height_m) / 2 : near.height_m;
  const waypoints = draft.waypoints.toSpliced(at, 0, { ...near, place, height_m });
  const photo_runs = draft.photo_runs.map((run) => ({
    ...run,
    from: run.from >= at ? run.from + 1 : run.from,
    to: run.to >= at ? run.to + 1 : run.to,
  }));
  return { waypoints: stopsAround(waypoints, at), photo_runs };
}

/** Least waypoints of a route. */
export const FEWEST_WAYPOINTS = 2;

/** The route without the waypoint; photos of a run that begins or ends there go on from its neighbour inside. */
export function removeWaypoint(draft: RouteDraft, at: number): RouteDraft {
  if (draft.waypoints.length <= FEWEST_WAYPOINTS) return draft;
  const photo_runs = draft.photo_runs
    .map((run) => ({
      ...run,
      from: run.from > at ? run.from - 1 : run.from,
      to: run.to >= at ? run.to - 1 : run.to,
    }))
    .filter(({ from, to }) => from < to);
  const waypoints = draft.waypoints.toSpliced(at, 1);
  return { waypoints: stopsAround(stopsAround(waypoints, at - 1), at), photo_runs };
}

/** The route as it is flown after the edit, with its length and duration. */
export function editedRoute<Route extends FlightRoute>(route: Route, draft: RouteDraft): Route {
  const changed = { ...route, ...draft };
  const { take_off, waypoints } = changed;
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  return {
    ...changed,
    distance_m: places.slice(1).reduce((sum, to, i) => sum + placesApart(places[i]!, to), 0),
    duration_s: routeSeconds(changed),
  };
}
