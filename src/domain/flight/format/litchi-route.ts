// Missions of the Litchi app as a route: what of them a route has, and what is lost.
import type { Problem } from "../../error.ts";
import type { PhotoRun, Waypoint } from "../route/flight-route.ts";
import { readStay } from "../route/waypoint-stay.ts";
import { litchiActions, type LitchiMission, type LitchiWaypoint } from "./litchi-mission.ts";
import { baseName, oneReference, openedRoute, type OpenedRoute } from "./opened-route.ts";
import { timedRuns } from "./timed-photos.ts";

/** Curves up to this radius are none: Litchi's own smallest value, 0.2, with the remainder of a float. */
const NO_CURVE_M = 0.2001;

/** Ways in which the camera moves. */
const [NOT_MOVED, AT_PLACE] = [0, 1];
/** Ways in which the drone looks: along the route, as at the start, and by hand. */
const [ALONG_ROUTE, AS_AT_START, BY_HAND] = [0, 1, 2];

/** Several photos at one waypoint count as one: none of them shows more. */
function stayOf({ actions }: LitchiWaypoint): Pick<Waypoint, "hover_s" | "takes_photo"> {
  const stays = actions.filter(({ type }) => type === litchiActions.stay);
  const hover_s = stays.reduce((sum, { param }) => sum + Math.max(0, param), 0) / 1000;
  const takesPhoto = actions.some(({ type }) => type === litchiActions.photo);
  return readStay(hover_s, takesPhoto);
}

/** Degrees of the camera at each stop. What an action has tilted stays until a waypoint moves the camera itself. */
function pitchesOf(stops: readonly LitchiWaypoint[]): number[] {
  let tilted: number | null = null;
  return stops.map(({ gimbal_mode, gimbal_pitch_deg, actions }) => {
    if (gimbal_mode !== NOT_MOVED) tilted = null;
    tilted = actions.findLast(({ type }) => type === litchiActions.tilt)?.param ?? tilted;
    return tilted ?? gimbal_pitch_deg;
  });
}

/** What the missions have that no route has. */
function lostOf(stops: readonly LitchiWaypoint[], isHeadingUnknown: boolean): Problem[] {
  const isLookingAt = stops.some(
    ({ gimbal_mode, poi }) => gimbal_mode === AT_PLACE || poi !== null,
  );
  const isTurned = stops.some(({ actions }) =>
    actions.some(({ type }) => type === litchiActions.turn),
  );
  const found: readonly (readonly [boolean, string])[] = [
    [isLookingAt, "route_look_at"],
    [isTurned, "route_turned"],
    [isHeadingUnknown, "route_heading_unknown"],
    [stops.some(({ speed_m_s }) => speed_m_s < 0), "route_backwards"],
  ];
  return found.flatMap(([isThere, reason]) => (isThere ? [{ reason }] : []));
}

/** The route of missions that follow one another. */
export function routeOfLitchi(missions: readonly LitchiMission[], file: string): OpenedRoute {
  const stops = missions.flatMap(({ waypoints }, at) => {
    const before = missions[at - 1]?.waypoints.at(-1);
    const continues =
      before && JSON.stringify(before.place) === JSON.stringify(waypoints[0]?.place);
    return continues ? waypoints.slice(1) : waypoints;
  });
  const heading_mode = missions[0]?.settings.heading_mode;
  const isHeadingUnknown = heading_mode === AS_AT_START || heading_mode === BY_HAND;
  const hasHeadings = heading_mode !== ALONG_ROUTE && !isHeadingUnknown;
  const pitches = pitchesOf(stops);
  const speed = Math.abs(missions[0]?.settings.cruising_m_s ?? 0);
  const references = stops.map(({ altitude_mode }) =>
    altitude_mode === 1 ? ("ground" as const) : ("take_off" as const),
  );
  const isTimeLost =
    speed === 0 && stops.some(({ photo_s, speed_m_s: own }) => photo_s !== null && own === 0);
  return openedRoute({
    name: baseName(file),
    speed_m_s: speed > 0 ? speed : null,
    height_reference: oneReference(file, references),
    waypoints: stops.map((stop, at) => ({
      place: stop.place,
      height_m: stop.altitude_m,
      heading_deg: hasHeadings ? stop.heading_deg : null,
      gimbal_pitch_deg: pitches[at]!,
      damping_m: stop.curve_m <= NO_CURVE_M ? 0 : stop.curve_m,
      ...ownSpeed(stop, speed),
      ...stayOf(stop),
    })),
    photo_runs: photoRunsOf(stops, speed),
    // The app starts wherever the drone stands: its files have no place for home.
    notes: [
      { reason: "route_home_unknown" },
      ...(isTimeLost ? [{ reason: "route_photos_by_time" }] : []),
      ...lostOf(stops, isHeadingUnknown),
    ],
  });
}

/** A speed below zero flies backwards; 0 is the cruising speed. */
function ownSpeed({ speed_m_s }: LitchiWaypoint, cruising: number): Pick<Waypoint, "speed_m_s"> {
  const own = Math.abs(speed_m_s);
  return own > 0 && own !== cruising ? { speed_m_s: own } : {};
}

/**
 * Photos go on from waypoint to waypoint as long as the distance between them stays the same.
 * @param cruising m/s of the legs without a speed of their own
 */
function photoRunsOf(stops: readonly LitchiWaypoint[], cruising: number): PhotoRun[] {
  return timedRuns(0, stops.length - 1, (at) => {
    const { photo_m, photo_s, speed_m_s } = stops[at]!;
    return photo_m ?? (photo_s ?? 0) * Math.abs(speed_m_s === 0 ? cruising : speed_m_s);
  });
}
