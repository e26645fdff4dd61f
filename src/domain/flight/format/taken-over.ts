// A route of a file as a route of a campaign: with its drone, from the nearest take-off position of the plant.
import { z } from "zod";
import { lineShape } from "../../text.ts";
import { limits } from "../../limits.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { FlightCampaignForm } from "../campaign/flight-campaign.ts";
import { flownTypes } from "../campaign/flown-types.ts";
import { aircraft } from "../plan/aircraft.ts";
import { isThermal } from "../plan/capture.ts";
import { photoRunShape, waypointShape } from "../route/flight-route-record.ts";
import type { FlightRoute, TakeOff } from "../route/flight-route.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { editedRoute, FEWEST_WAYPOINTS } from "../route/route-edit.ts";
import type { OpenedRoute } from "./opened-route.ts";

/** Routes that are taken over at once. */
const MOST_ROUTES = 50;

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

/** Whether its heights count from the take-off position, or have to be entered. */
export const hasOwnHeights = ({ height_reference, waypoints }: OpenedRoute) =>
  height_reference === "take_off" && waypoints.every(({ height_m }) => height_m > 0);

/**
 * The drone stops at each waypoint: no other program's curves are checked.
 * @param height_m of all waypoints above the take-off position; null: as the file says
 */
export function takenOver(opened: OpenedRoute, height_m: number | null): TakenOver {
  return {
    name: opened.name.slice(0, 120),
    speed_m_s: opened.speed_m_s ?? USUAL_SPEED_M_S,
    waypoints: opened.waypoints.map(({ place, ...waypoint }) => ({
      ...waypoint,
      place: [place[0], place[1]],
      height_m: height_m ?? waypoint.height_m,
      damping_m: 0,
    })),
    photo_runs: opened.photo_runs.map((run) => ({ ...run })),
  };
}

/** The route as the campaign would fly it; null where the plant has no take-off position. */
export function routeTakenOver(
  { name, speed_m_s, waypoints, photo_runs }: TakenOver,
  campaign: Pick<
    FlightCampaignForm,
    "aircraft" | "flight_types" | "flight_type_online" | "optimize_torsion_flights"
  >,
  takeOffs: readonly TakeOff[],
  elevation: ElevationOf | null,
): FlightRoute | null {
  const first = waypoints[0]?.place;
  const [flight_type] = flownTypes(campaign);
  if (!first || !flight_type) return null;
  const [take_off] = takeOffs.toSorted(
    (a, b) => placesApart(a.place, first) - placesApart(b.place, first),
  );
  if (!take_off) return null;
  const heights = waypoints.map(({ height_m }) => height_m).toSorted((a, b) => a - b);
  const hasThermal = isThermal(flight_type) && aircraft[campaign.aircraft].thermal !== null;
  const route: FlightRoute = {
    name,
    aircraft: campaign.aircraft,
    flight_type,
    lenses: hasThermal ? ["ir", "wide"] : ["wide"],
    altitude_agl_m: heights[heights.length >> 1]!,
    speed_m_s,
    take_off,
    waypoints,
    photo_runs,
    distance_m: 0,
    duration_s: 0,
  };
  return editedRoute(route, route, elevation);
}
