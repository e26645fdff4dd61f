// A flight route as it is stored: what the planner made, and what users changed of it.
import { z } from "zod";
import { idShape, MAX_INTEGER } from "../../id.ts";
import { limits } from "../../limits.ts";
import { lineShape } from "../../text.ts";
import { placeShape, takeOffShape } from "../area/flight-area.ts";
import { FEWEST_WAYPOINTS } from "./route-edit.ts";
import { MOST_HOVER_S } from "./waypoint-stay.ts";
import { aircraftModels, flightTypes, lenses, type Lens } from "./flight-route.ts";

export const cameraTypes = ["thermal", "rgb", "thermal_rgb"] as const;
export type CameraType = (typeof cameraTypes)[number];

/** Which cameras the lenses belong to. */
export function cameraTypeOf(used: readonly Lens[]): CameraType {
  const isThermal = used.includes("ir");
  const isColour = used.some((lens) => lens !== "ir");
  return isThermal && isColour ? "thermal_rgb" : isThermal ? "thermal" : "rgb";
}

export const waypointShape = z.object({
  place: placeShape,
  height_m: z.number().min(-200).max(1500),
  heading_deg: z.number().min(-180).max(180).nullable(),
  gimbal_pitch_deg: z.number().min(-90).max(30),
  damping_m: z.number().min(0).max(1000),
  /** m/s on the leg that begins here; absent: the speed of the route. */
  speed_m_s: z.number().positive().max(25).exactOptional(),
  /** Seconds that the drone hovers here; absent: none. */
  hover_s: z.number().positive().max(MOST_HOVER_S).exactOptional(),
  /** The leg that begins here leads over ground between two flight polygons; absent: it lies inside one. */
  crosses: z.literal(true).exactOptional(),
  /** One photo is taken here; absent: only those of the photo runs. */
  takes_photo: z.literal(true).exactOptional(),
});

export const photoRunShape = z.object({
  from: z.number().int().nonnegative().max(MAX_INTEGER),
  to: z.number().int().positive().max(MAX_INTEGER),
  distance_m: z.number().positive().max(1000),
});

export const flightRouteShape = z.object({
  id: z.number().int(),
  campaign_id: z.number().int(),
  /** Order in the campaign, from 1. */
  number: z.number().int(),
  name: lineShape.min(1).max(120),
  eval_batch_num: idShape.nullable(),
  aircraft: z.enum(aircraftModels),
  flight_type: z.enum(flightTypes),
  lenses: z.array(z.enum(lenses)),
  camera_type: z.enum(cameraTypes),
  altitude_agl_m: z.number(),
  /** Metres above the ground that the planner chose, which no edit changes; null or absent: no planner made the route. */
  planned_altitude_m: z.number().nullable().exactOptional(),
  speed_m_s: z.number(),
  take_off: takeOffShape,
  waypoints: z.array(waypointShape).max(limits.routeWaypoints),
  photo_runs: z.array(photoRunShape).max(limits.routeWaypoints),
  distance_m: z.number(),
  duration_s: z.number(),
  /** When the drone leaves the ground, ISO 8601; null where that was not planned. */
  start_at: z.string().nullable(),
  /** Of its campaign: metres above the take-off position; null: as the terrain asks. */
  set_security_height_m: z.number().nullable(),
  set_return_height_m: z.number().nullable(),
  /** Of its campaign: m/s of ways without photos; null: as fast as the drone flies routes. */
  set_transit_m_s: z.number().nullable(),
  /** Of its campaign: m/s of wind that is expected; null: not stated. */
  set_wind_m_s: z.number().nullable(),
  /** Minutes that a full battery lasts, as its campaign was planned with; null: as the maker quotes it. */
  flight_time_min: z.number().nullable(),
  /** Of its campaign: percent of the battery that is not planned with; null: as the planner begins with. */
  set_reserve_percent: z.number().nullable(),
  /** Of its campaign: pixels that a thermal photo may smear; null: one. */
  set_thermal_blur_px: z.number().nullable(),
  /** Of its campaign: mark of the terrain that it was planned over; 0 flat ground, null some terrain; absent: not known. */
  planned_terrain: z.number().nullable().exactOptional(),
  /** Flies lines again that others of the campaign have missed. */
  is_re_fly: z.boolean(),
  /** Counts the changes of users; 0 as planned. */
  version: z.number().int(),
});
export type FlightRouteRecord = z.infer<typeof flightRouteShape>;

/** The evaluation batch that a user chooses for a route; null for none. */
export const routeBatchShape = z.object({ eval_batch_num: idShape.nullable() });

/** What a user changes of a route. */
export const flightRouteChangeShape = z.object({
  /** The `version` that the route had when it was read. */
  based_on: z.number().int().nonnegative().max(MAX_INTEGER),
  waypoints: z.array(waypointShape).min(FEWEST_WAYPOINTS).max(limits.routeWaypoints),
  photo_runs: z.array(photoRunShape).max(limits.routeWaypoints),
});
export type FlightRouteChange = z.infer<typeof flightRouteChangeShape>;
