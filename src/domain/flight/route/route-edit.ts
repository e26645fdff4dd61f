// Changes of single waypoints of a route. The photo runs follow the waypoints.
import { placesApart } from "../../geometry/ground-distance.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { routeSeconds } from "../time/flight-clock.ts";
import { homeHeights } from "./home-leg.ts";
import type { FlightRoute, PhotoRun, Place, Waypoint, Obstacle } from "./flight-route.ts";
import { heightAfter } from "./flown-height.ts";
import { withoutStay } from "./waypoint-stay.ts";

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

/** Lifts the waypoints from one index to another, both included, by so many metres. */
export function liftWaypoints(
  draft: RouteDraft,
  [from, to]: readonly [from: number, to: number],
  by_m: number,
): RouteDraft {
  const waypoints = draft.waypoints.map((waypoint, i) =>
    i < from || i > to ? waypoint : { ...waypoint, height_m: waypoint.height_m + by_m },
  );
  return { ...draft, waypoints };
}

/** What of waypoints is changed; a speed of null is that of the route, a hover time of null or 0 is none. */
export type WaypointChange = Partial<
  Pick<Waypoint, "height_m" | "heading_deg" | "gimbal_pitch_deg">
> & {
  readonly speed_m_s?: number | null;
  readonly hover_s?: number | null;
  readonly takes_photo?: boolean;
};

/** Changes the waypoints from one index to another, both included. */
export function changeWaypoints(
  draft: RouteDraft,
  [from, to]: readonly [from: number, to: number],
  { speed_m_s, hover_s, takes_photo, ...change }: WaypointChange,
): RouteDraft {
  const waypoints = draft.waypoints.map((waypoint, i): Waypoint => {
    if (i < from || i > to) return waypoint;
    const { speed_m_s: before, hover_s: hovered, takes_photo: took, ...rest } = waypoint;
    const speed = speed_m_s === undefined ? before : (speed_m_s ?? undefined);
    const hover = hover_s === undefined ? hovered : hover_s || undefined;
    const isPhoto = takes_photo ?? took ?? false;
    return {
      ...rest,
      ...change,
      ...(speed !== undefined && { speed_m_s: speed }),
      ...(hover !== undefined && { hover_s: hover }),
      ...(isPhoto && { takes_photo: true }),
      // The drone stops where it does something.
      ...((hover !== undefined || isPhoto) && { damping_m: 0 }),
    };
  });
  return { ...draft, waypoints };
}

/**
 * Takes photos on the legs from one waypoint to another, or none there. A run that is cut goes on before and after.
 * @param distance_m metres between photos; null: no photos
 */
export function setPhotos(
  draft: RouteDraft,
  [from, to]: readonly [from: number, to: number],
  distance_m: number | null,
): RouteDraft {
  const cut = draft.photo_runs.flatMap((run): PhotoRun[] => {
    if (run.to <= from || run.from >= to) return [run];
    const before = run.from < from ? [{ ...run, to: from }] : [];
    const after = run.to > to ? [{ ...run, from: to }] : [];
    return [...before, ...after];
  });
  const added = distance_m === null || to <= from ? [] : [{ from, to, distance_m }];
  return { ...draft, photo_runs: [...cut, ...added].toSorted((a, b) => a.from - b.from) };
}

/** Metres between the photos on the legs of a range; null where one of them has none, or another. */
export function photosOn(
  { photo_runs }: Pick<RouteDraft, "photo_runs">,
  [from, to]: readonly [from: number, to: number],
): number | null {
  const run = photo_runs.find((one) => one.from <= from && one.to >= to);
  return run?.distance_m ?? null;
}

/** A new waypoint before the one at this index; at the end where the index is the number of waypoints. */
export function insertWaypoint(draft: RouteDraft, at: number, place: Place): RouteDraft {
  const [before, after] = [draft.waypoints[at - 1], draft.waypoints[at]];
  const near = before ?? after;
  if (!near) return draft;
  const height_m = before && after ? (before.height_m + after.height_m) / 2 : near.height_m;
  const waypoints = draft.waypoints.toSpliced(at, 0, { ...withoutStay(near), place, height_m });
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

/**
 * The route as it is flown after the edit, with its height above ground, its length and its duration.
 * @param elevation of the plant's terrain, which the ways from and to take-off climb over; null without an elevation file
 * @param obstacles of the plant, which they climb over as well
 */
export function editedRoute<Route extends FlightRoute>(
  route: Route,
  draft: RouteDraft,
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): Route {
  const altitude_agl_m = heightAfter(route, draft, elevation);
  const changed = { ...route, ...draft, altitude_agl_m };
  const { take_off, waypoints } = changed;
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  return {
    ...changed,
    distance_m: places.slice(1).reduce((sum, to, i) => sum + placesApart(places[i]!, to), 0),
    duration_s: routeSeconds(changed, homeHeights(changed, elevation, obstacles)),
  };
}
