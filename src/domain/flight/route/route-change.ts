// Whether a changed route may be flown: the same rule greys the button, refuses the call and stops an export.
import type { Problem } from "../../error.ts";
import { TERRAIN_TOLERANCE_M, type ElevationOf } from "../ground/elevation.ts";
import { aircraft, type Camera } from "../plan/aircraft.ts";
import { looksAway, MOST_TILT_DEG, pixelSizes } from "../plan/ground-frame.ts";
import { batteryProblems } from "./route-battery.ts";
import { withPlannedCrossings } from "./crossing-mark.ts";
import { metresInside, routeFaults } from "./flight-fault.ts";
import { leastAboveGround } from "./home-leg.ts";
import { isWithinPolygon } from "../../geometry/polygon-contains.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { FlightAreas, FlightRoute, Waypoint } from "./flight-route.ts";
import type { RouteDraft } from "./route-edit.ts";
import { staySeconds } from "./waypoint-stay.ts";

/** Without a height there was no route: that of the change counts. */
type Before = Pick<FlightRoute, "waypoints"> & Partial<Pick<FlightRoute, "altitude_agl_m">>;

/** Metres above the take-off position below which no waypoint may be moved. */
export const LOWEST_M = 5;

/** Everything for which the route must not be flown, each with its waypoint from 1. */
export function routeProblems(route: FlightRoute, areas: FlightAreas): Problem[] {
  return [...routeFaults(route, areas), ...batteryProblems(route), ...cameraProblems(route)];
}

/** What no change of a route of a file mends before it is taken over: that comes after it, in the editor. */
export const isMendedLater = ({ reason }: Problem) => reason === "leg_camera_ahead";

/** The first leg of each photo run on which the camera looks at the horizon or the sky. */
function cameraProblems({ waypoints, photo_runs }: FlightRoute): Problem[] {
  return photo_runs.flatMap(({ from, to }): Problem[] => {
    const legs = waypoints.slice(from, to);
    const at = legs.findIndex(({ gimbal_pitch_deg }) => looksAway(gimbal_pitch_deg));
    const leg = legs[at];
    if (!leg) return [];
    const pitch = Math.round(leg.gimbal_pitch_deg);
    const values = { waypoint: from + at + 1, pitch, most: MOST_TILT_DEG - 90 };
    return [{ reason: "leg_camera_ahead", values }];
  });
}

/**
 * Each leg that the drone, or its camera between two photos, is too slow for, or on which thermal photos smear: more than
 * the campaign allows, or without a limit of its own more than a pixel and more than at the speed that was planned. A leg
 * that was lowered, or on which the camera was pitched, shows smaller pixels, which smear earlier.
 */
function speedProblems(
  before: Before,
  changed: FlightRoute,
  elevation: ElevationOf | null,
): Problem[] {
  const { aircraft: model, lenses, speed_m_s, ...route } = changed;
  // The speed was chosen for the height before the change.
  const { altitude_agl_m } = { ...changed, ...before };
  const drone = aircraft[model];
  const limit = changed.set_thermal_blur_px ?? null;
  const thermal = lenses.includes("ir") ? drone.thermal : null;
  const finest = (camera: Camera, pitch: number) =>
    pixelSizes(route.flight_type, camera, altitude_agl_m, pitch)?.least_m ??
    altitude_agl_m / camera.focal_px.value;
  // A planned speed keeps the limit; that of a file knows of none.
  const [first] = before.waypoints;
  const known = new Set(
    before.waypoints.slice(1).map((to, at) => legKey(before.waypoints[at]!, to)),
  );
  const seen = new Set(before.waypoints.map(viewKey));
  const sharpOn = (at: number): number => {
    if (!thermal) return Infinity;
    const [from, to] = [route.waypoints[at]!, route.waypoints[at + 1]!];
    const pixel = finest(thermal, from.gimbal_pitch_deg);
    const sharp = ((limit ?? 1) * pixel) / THERMAL_EXPOSURE_S;
    // A leg as it was planned has the heights and the pitch that the planner chose for its speed. One between two of its
    // waypoints whose neighbour was removed may lead over a rise.
    const isKnown = known.has(legKey(from, to));
    const isAsPlanned = isKnown && seen.has(viewKey(from));
    const part = isAsPlanned || !first ? 1 : pixel / finest(thermal, first.gimbal_pitch_deg);
    const planned = limit === null || first ? Math.max(speed_m_s * part, sharp) : sharp;
    if (isKnown) return planned;
    const least = leastAboveGround(changed, at, elevation);
    return least + TERRAIN_TOLERANCE_M >= altitude_agl_m
      ? planned
      : (planned * Math.max(0, least)) / altitude_agl_m;
  };
  const camera = lenses.includes("ir") ? (drone.thermal ?? drone.visual) : drone.visual;
  const { waypoints, photo_runs } = route;
  return waypoints.slice(0, -1).flatMap((waypoint, at): Problem[] => {
    const run = photo_runs.find(({ from, to }) => from <= at && at < to);
    const photos = run ? run.distance_m / camera.interval_s.value : Infinity;
    const blur = run ? sharpOn(at) : Infinity;
    const most = Math.min(drone.max_speed_m_s.value, photos, blur);
    const speed = waypoint.speed_m_s ?? speed_m_s;
    if (speed <= most + ROUNDING_M_S) return [];
    const values = { waypoint: at + 1, speed, most: Math.floor(most * 10) / 10 };
    if (run && most === blur) return [{ reason: "leg_too_fast_for_blur", values }];
    return [{ reason: run ? "leg_too_fast_for_photos" : "leg_too_fast", values }];
  });
}

/** Time constant of the thermal sensors. */
const THERMAL_EXPOSURE_S = 0.01;
const spotKey = ({ place, height_m }: Waypoint) => `${place[0]} ${place[1]} ${height_m}`;
const legKey = (from: Waypoint, to: Waypoint) => `${spotKey(from)} ${spotKey(to)}`;
const viewKey = (waypoint: Waypoint) => `${spotKey(waypoint)} ${waypoint.gimbal_pitch_deg}`;

/** What sums of a plan may be off. */
const ROUNDING_M_S = 0.01;

/**
 * Everything that forbids the change of a route.
 * @param draft the route after the change, with its new duration
 * @param elevation of the plant's terrain; null: the ground is taken as flat
 */
export function routeChangeProblems(
  before: Before,
  draft: FlightRoute,
  areas: FlightAreas,
  elevation: ElevationOf | null,
): Problem[] {
  const changed = { ...draft, waypoints: withPlannedCrossings(before, draft.waypoints, areas) };
  const heights = new Set(before.waypoints.map(({ height_m }) => height_m));
  const low = changed.waypoints.flatMap(({ height_m }, at): Problem[] => {
    if (height_m >= LOWEST_M || heights.has(height_m)) return [];
    return [{ reason: "waypoint_too_low", values: { waypoint: at + 1, least: LOWEST_M } }];
  });
  const curved = changed.waypoints.flatMap((_, at): Problem[] =>
    isCheckedCurve(before.waypoints, changed.waypoints, at)
      ? []
      : [{ reason: "waypoint_curve_unchecked", values: { waypoint: at + 1 } }],
  );
  const runs: Problem[] = areRunsInOrder(changed) ? [] : [{ reason: "photo_runs_disordered" }];
  const faults = routeProblems(changed, areas);
  const outside = movedOutside(before, changed, areas).filter(
    ({ values }) => !faults.some((one) => one.values?.["waypoint"] === values?.["waypoint"]),
  );
  return [
    ...runs,
    ...faults,
    ...outside,
    ...speedProblems(before, changed, elevation),
    ...low,
    ...curved,
  ];
}

/** Each new place of a waypoint outside: a planned route leaves the areas only on its ways from and to take-off. */
function movedOutside(
  before: Pick<FlightRoute, "waypoints">,
  { waypoints, take_off }: FlightRoute,
  { flight }: FlightAreas,
): Problem[] {
  return waypoints.flatMap(({ place }, at): Problem[] => {
    const isOld = before.waypoints.some((one) => isSamePlace(one, waypoints[at]));
    const isOnWay = waypoints[at - 1]?.crosses === true;
    const isInside = flight.some((polygon) => isWithinPolygon(polygon, place));
    if (isOld || isOnWay || isInside) return [];
    const from = waypoints[at - 1]?.place ?? take_off.place;
    const outside = placesApart(from, place) - metresInside(from, place, flight);
    const metres = Math.ceil(outside * 100) / 100;
    return [{ reason: "outside_flight_area", values: { waypoint: at + 1, metres } }];
  });
}

const isSamePlace = (a: Waypoint | undefined, b: Waypoint | undefined) =>
  a?.place[0] === b?.place[0] && a?.place[1] === b?.place[1];

/** True where the drone stops, or flies a curve between the same legs as before and no wider. */
function isCheckedCurve(
  before: readonly Waypoint[],
  changed: readonly Waypoint[],
  at: number,
): boolean {
  const { damping_m } = changed[at]!;
  if (damping_m === 0) return true;
  // What is done at a waypoint is done standing.
  if (staySeconds(changed[at]!) > 0) return false;
  return before.some(
    (waypoint, i) =>
      damping_m <= waypoint.damping_m &&
      [-1, 0, 1].every((step) => isSamePlace(before[i + step], changed[at + step])),
  );
}

/** Runs follow each other and begin and end at waypoints of the route. */
function areRunsInOrder({ waypoints, photo_runs }: RouteDraft): boolean {
  return photo_runs.every(({ from, to }, i) => {
    const isAfter = i === 0 || from >= photo_runs[i - 1]!.to;
    return isAfter && from < to && to < waypoints.length;
  });
}
