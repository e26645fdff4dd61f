// A route of a file as a route of a campaign: with its drone, from the nearest take-off position of the plant.
import { z } from "zod";
import type { Problem } from "../../error.ts";
import { lineShape } from "../../text.ts";
import { limits } from "../../limits.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { FlightCampaignForm } from "../campaign/flight-campaign.ts";
import { flownTypes } from "../campaign/flown-types.ts";
import { aircraft } from "../plan/aircraft.ts";
import { isThermal } from "../plan/capture.ts";
import { photoRunShape, waypointShape } from "../route/flight-route-record.ts";
import type { FlightAreas, FlightRoute, Place, TakeOff } from "../route/flight-route.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { flownHeight } from "../route/flown-height.ts";
import { editedRoute, FEWEST_WAYPOINTS } from "../route/route-edit.ts";
import type { OpenedRoute } from "./opened-route.ts";

/** Routes that are taken over at once. */
export const MOST_ROUTES = 50;

/** What of a route in a file becomes one of a campaign. */
export const takenOverShape = z.object({
  name: lineShape.min(1).max(120),
  speed_m_s: z.number().positive().max(25),
  waypoints: z.array(waypointShape).min(FEWEST_WAYPOINTS).max(limits.routeWaypoints),
  photo_runs: z.array(photoRunShape).max(limits.routeWaypoints),
});
export const takenOverRoutesShape = z.array(takenOverShape).min(1).max(MOST_ROUTES);
export type TakenOver = z.infer<typeof takenOverShape>;

/** m/s where the file says none. */
const USUAL_SPEED_M_S = 5;
/** Metres within which a place is the same: what a drone's own place is off. */
const SAME_PLACE_M = 5;

/** The position of the plant that a route is flown from: the nearest to its first waypoint. */
export function nearestTakeOff(
  waypoints: readonly { readonly place: Place }[],
  takeOffs: readonly TakeOff[],
): TakeOff | null {
  const first = waypoints[0]?.place;
  if (!first) return null;
  const [nearest] = takeOffs.toSorted(
    (a, b) => placesApart(a.place, first) - placesApart(b.place, first),
  );
  return nearest ?? null;
}

export type TakenFrom = {
  readonly takeOffs: readonly TakeOff[];
  /** Null without an elevation file. */
  readonly elevation: ElevationOf | null;
};

/**
 * Metres that are added to the heights of a route so that it is flown where its file says: they count from the file's own
 * take-off position, and the drone starts from that of the plant.
 * @returns null where the heights have to be entered: they count from another level, or the ground of both places is not known
 */
export function heightShift(
  opened: OpenedRoute,
  { takeOffs, elevation }: TakenFrom,
): number | null {
  const { height_reference, waypoints, take_off } = opened;
  if (height_reference !== "take_off") return null;
  const ours = nearestTakeOff(waypoints, takeOffs);
  // Without a place in the file they count from where the drone starts; a note says so.
  const isSame = !take_off || !ours || placesApart(take_off.place, ours.place) <= SAME_PLACE_M;
  const [theirs_m, ours_m] = isSame
    ? [0, 0]
    : [elevation?.(take_off.place) ?? null, elevation?.(ours.place) ?? null];
  if (theirs_m === null || ours_m === null) return null;
  const shift = theirs_m - ours_m;
  return waypoints.every(({ height_m }) => height_m + shift > 0) ? shift : null;
}

/**
 * The drone stops at each waypoint: no other program's curves are checked.
 * @param height_m of all waypoints above the take-off position; null: as the file says
 * @param shift_m of `heightShift`
 */
export function takenOver(opened: OpenedRoute, height_m: number | null, shift_m = 0): TakenOver {
  return {
    name: nameOf(opened.name),
    speed_m_s: opened.speed_m_s ?? USUAL_SPEED_M_S,
    waypoints: opened.waypoints.map(({ place, heading_deg, ...waypoint }) => ({
      ...waypoint,
      heading_deg: heading_deg === null ? null : halfTurn(heading_deg),
      place: [place[0], place[1]],
      height_m: height_m ?? waypoint.height_m + shift_m,
      damping_m: 0,
    })),
    photo_runs: opened.photo_runs.map((run) => ({ ...run })),
  };
}

/** One line without control characters, as names of routes are. */
const nameOf = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, 120)
    .trim() || "–";

/** The same direction from -180 to 180. */
const halfTurn = (degrees: number) =>
  degrees >= -180 && degrees <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Reasons of values beyond their limit, by where they are and what they are. */
const reasonOf: Readonly<Record<string, string>> = {
  name: "taken_over_name",
  speed_m_s: "taken_over_route_speed",
  "waypoints place": "taken_over_place",
  "waypoints height_m": "taken_over_height",
  "waypoints heading_deg": "taken_over_heading",
  "waypoints gimbal_pitch_deg": "taken_over_pitch",
  "waypoints speed_m_s": "taken_over_speed",
  "waypoints hover_s": "taken_over_hover",
  "photo_runs distance_m": "taken_over_distance",
  "photo_runs from": "taken_over_run",
  "photo_runs to": "taken_over_run",
};

/**
 * Everything of a route that no route of a campaign can have, each with its waypoint or photo run, from 1: the call would
 * refuse it.
 */
export function takenOverFaults(taken: TakenOver): Problem[] {
  const parsed = takenOverShape.safeParse(taken);
  if (parsed.success) return [];
  const faults = parsed.error.issues.map((issue): Problem => {
    const [list = "", at, field] = issue.path.map(String);
    if (issue.path.length === 1 && (list === "waypoints" || list === "photo_runs")) {
      const values = {
        count: taken[list].length,
        least: list === "waypoints" ? FEWEST_WAYPOINTS : 0,
        most: limits.routeWaypoints,
      };
      return { reason: list === "waypoints" ? "taken_over_count" : "taken_over_runs", values };
    }
    const limit =
      "maximum" in issue ? Number(issue.maximum) : "minimum" in issue ? Number(issue.minimum) : "–";
    const value = valueAt(taken, issue.path);
    const number =
      at === undefined ? {} : { [list === "photo_runs" ? "run" : "waypoint"]: Number(at) + 1 };
    return {
      reason: reasonOf[field === undefined ? list : `${list} ${field}`] ?? "taken_over_unknown",
      values: { ...number, value: Number.isFinite(value) ? Number(value) : "–", limit },
    };
  });
  return faults.slice(0, limits.reportedProblems);
}

function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (one, key) => (one as Record<PropertyKey, unknown> | undefined)?.[key],
    from,
  );
}

/** What of the drone and the camera of a file the campaign replaces, as a person must know it. */
export function replacedNotes(opened: OpenedRoute, flown: FlightRoute): Problem[] {
  const notes: Problem[] = [];
  const theirs = opened.aircraft;
  if (theirs !== null && theirs !== flown.aircraft)
    notes.push({ reason: "route_other_drone", values: { theirs, ours: flown.aircraft } });
  // The zoom lens and thermal lens show other ground than the one that the campaign counts on.
  const isSame =
    opened.lenses.length === flown.lenses.length &&
    opened.lenses.every((lens) => flown.lenses.includes(lens));
  if (opened.lenses.length > 0 && !isSame) {
    const values = { their_lenses: opened.lenses.join(" "), our_lenses: flown.lenses.join(" ") };
    notes.push({ reason: "route_other_lenses", values });
  }
  return notes;
}

/** What of a campaign a route is flown with. */
export type TakenOverBy = Pick<
  FlightCampaignForm,
  | "aircraft"
  | "flight_types"
  | "flight_type_online"
  | "optimize_torsion_flights"
  | "security_height"
  | "return_height"
  | "transit_speed"
  | "expected_wind"
  | "battery_reserve"
  | "thermal_blur"
> & { readonly metrics: Readonly<Record<string, number>> | null };

/**
 * The route as the campaign would fly it; null where the plant has no take-off position. No leg of it is a way that the planner
 * led between flight polygons, whatever a program says: stored marks are taken for the planner's.
 */
export function routeTakenOver(
  { name, speed_m_s, waypoints: given, photo_runs }: TakenOver,
  campaign: TakenOverBy,
  { take_offs, obstacles }: FlightAreas,
  elevation: ElevationOf | null,
): FlightRoute | null {
  const waypoints = given.map(({ crosses: _crosses, ...waypoint }) => waypoint);
  const [flight_type] = flownTypes(campaign);
  const take_off = nearestTakeOff(waypoints, take_offs);
  if (!flight_type || !take_off) return null;
  const hasThermal = isThermal(flight_type) && aircraft[campaign.aircraft].thermal !== null;
  const route: FlightRoute = {
    name,
    aircraft: campaign.aircraft,
    flight_type,
    lenses: hasThermal ? ["ir", "wide"] : ["wide"],
    altitude_agl_m: flownHeight({ take_off, waypoints, photo_runs }, elevation).metres,
    speed_m_s,
    take_off,
    waypoints,
    photo_runs,
    distance_m: 0,
    duration_s: 0,
    // As its routes are stored and exported: the same rule judges both.
    set_security_height_m: campaign.security_height,
    set_return_height_m: campaign.return_height,
    set_transit_m_s: campaign.transit_speed,
    set_wind_m_s: campaign.expected_wind,
    set_reserve_percent: campaign.battery_reserve,
    set_thermal_blur_px: campaign.thermal_blur,
    flight_time_min: campaign.metrics?.["flight_time_min"] ?? null,
  };
  return editedRoute(route, route, elevation, obstacles);
}
