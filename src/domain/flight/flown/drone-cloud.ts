// The drone cloud platform: projects, routes, flights and media, and what may be sent to it.
import { z } from "zod";
import type { Refusal } from "../../error.ts";
import { exactLineShape } from "../../text.ts";
import type { FlightRouteRecord } from "../route/flight-route-record.ts";
import type { AircraftModel } from "../route/flight-route.ts";
import { fileName } from "../format/file-name.ts";
import { aircraft } from "../plan/aircraft.ts";
import { lightLeft, type lightWindows } from "../time/flight-light.ts";
import { worstLanding, type WindyRoute } from "../time/flight-wind.ts";

/** Models that the platform flies. */
export const droneCloudModels: readonly AircraftModel[] = ["M3T", "M3TD", "M30T"];

export const droneCloudIdShape = exactLineShape
  .min(1)
  .max(200)
  .regex(/^[\w.-]+$/);

export const droneCloudProjectShape = z.object({
  id: z.string(),
  name: z.string(),
  /** Longitude and latitude in degrees; null where the platform names none. */
  place: z.tuple([z.number(), z.number()]).nullable(),
});
export type DroneCloudProject = z.infer<typeof droneCloudProjectShape>;

export const droneCloudRouteShape = z.object({ id: z.string(), name: z.string() });
export type DroneCloudRoute = z.infer<typeof droneCloudRouteShape>;

export const droneCloudTaskShape = z.object({
  id: z.string(),
  /** In the words of the platform. */
  status: z.string(),
  expected_files: z.number().int(),
  uploaded_files: z.number().int(),
});
export type DroneCloudTask = z.infer<typeof droneCloudTaskShape>;

/** A flight of the platform in a list. */
export const droneCloudFlightShape = z.object({
  id: z.string(),
  name: z.string(),
  /** In the words of the platform. */
  status: z.string(),
  /** ISO 8601; null where the platform names no time. */
  begin_at: z.string().nullable(),
});
export type DroneCloudFlight = z.infer<typeof droneCloudFlightShape>;

/** Name of the job that copies files from the platform to an analysis. */
export const mediaImportTask = "import_drone_cloud_media";

export const droneCloudMediumShape = z.object({
  name: z.string(),
  url: z.string(),
  bytes: z.number().int().nullable(),
});
export type DroneCloudMedium = z.infer<typeof droneCloudMediumShape>;

export type DroneCloudTaskForm = {
  readonly name: string;
  readonly route_id: string;
  readonly dock: string;
  /** Milliseconds since 1970; null: at once. */
  readonly start_ms: number | null;
  /** Milliseconds since 1970 after which the dock no longer begins; with a start only. */
  readonly latest_ms: number | null;
  /** Percent of the battery that the drone must have at its start. */
  readonly least_battery_percent: number;
  readonly time_zone: string;
  /** Metres above the dock at which the drone returns. */
  readonly return_height_m: number;
};

type Named = Pick<FlightRouteRecord, "name" | "id" | "version">;

/**
 * The route's name on the platform: no other route has it, and it stays the same until what the drone executes changes.
 * @param content a short hash of the written files: heights, terrain and no-fly areas change them without a new version
 */
export const droneCloudName = (route: Named, content: string): string =>
  `${cloudNameStart(route)}${route.version}-${content})`;

const cloudNameStart = ({ name, id }: Pick<Named, "name" | "id">) => `${fileName(name)} (${id}-`;

/** Whether a route of the platform is this one, as it is now or as it was. */
export function isCloudNameOf(route: Pick<Named, "name" | "id">, name: string): boolean {
  const start = cloudNameStart(route);
  return name.startsWith(start) && /^\d+(-[0-9a-f]+)?\)$/.test(name.slice(start.length));
}

/** Between now and the first flight that is planned: the files are uploaded before. */
export const PLAN_AHEAD_MS = 5 * 60_000;
/** A dock that is not ready yet may begin as much later. */
const MOST_DELAY_MS = 3600_000;
/** With less delay a dock may miss its start. */
const LEAST_DELAY_MS = 5 * 60_000;

type Started = Pick<FlightRouteRecord, "name" | "start_at">;

/** Why no flight of the route can be planned at its start, or null. */
export function cloudStartRefusal({ name, start_at }: Started, now_ms: number): Refusal | null {
  if (start_at === null) return { reason: "drone_cloud_start_missing", values: { name } };
  const isAhead = Date.parse(start_at) >= now_ms + PLAN_AHEAD_MS;
  const values = { name, minutes: PLAN_AHEAD_MS / 60_000 };
  return isAhead ? null : { reason: "drone_cloud_start_past", values };
}

/**
 * When the dock may begin at the latest: an hour late, or so that the flight ends in the light that it needs.
 * @returns milliseconds since 1970, or why not even five minutes are left
 */
export function latestBegin(
  route: Pick<FlightRouteRecord, "name" | "start_at" | "duration_s" | "flight_type">,
  windows: ReturnType<typeof lightWindows>,
): number | Refusal {
  const start_ms = Date.parse(route.start_at ?? "");
  const left_ms = lightLeft(route, windows);
  if (left_ms >= LEAST_DELAY_MS) return start_ms + Math.min(MOST_DELAY_MS, left_ms);
  const values = { name: route.name, minutes: LEAST_DELAY_MS / 60_000 };
  return { reason: "drone_cloud_light_ends", values };
}

/** The platform knows no least battery outside of this. */
const BATTERY_PERCENT = { least: 50, most: 100 } as const;

/**
 * Percent of the battery that the drone must have at its start: what the flight takes, in the expected wind where one is
 * stated, and the reserve.
 */
export function leastBattery(
  route: WindyRoute & Pick<FlightRouteRecord, "set_wind_m_s">,
  reserve_percent: number,
): number {
  const minutes = route.flight_time_min ?? aircraft[route.aircraft].flight_time_min.value;
  const taken = (100 * route.duration_s) / (60 * minutes);
  const windy = 100 - worstLanding(route, route.set_wind_m_s ?? 0);
  const need = Math.ceil(Math.max(taken, windy) + reserve_percent);
  return Math.min(BATTERY_PERCENT.most, Math.max(BATTERY_PERCENT.least, need));
}

/** States of flights that are over, or that never begin; the platform's words differ from version to version. */
const isOver = (status: string) =>
  /success|finish|complet|cancel|fail|terminat|reject|timeout|expire|partial/i.test(status);

/**
 * The flight of this route that is planned already: the same file at the same time.
 * @returns its ID; null where there is none; a refusal where the route is planned with another file or at another time,
 * since the dock would fly both
 */
export function plannedAlready(
  route: Named,
  { name, start_ms }: { readonly name: string; readonly start_ms: number },
  flights: readonly DroneCloudFlight[],
  now_ms: number,
): string | null | Refusal {
  const second = (ms: number) => Math.floor(ms / 1000);
  const isSame = (one: DroneCloudFlight) =>
    one.name === name &&
    one.begin_at !== null &&
    second(Date.parse(one.begin_at)) === second(start_ms);
  const same = flights.find(
    (one) => isSame(one) && !/cancel|fail|terminat|reject/i.test(one.status),
  );
  if (same) return same.id;
  const other = flights.find(
    (one) =>
      isCloudNameOf(route, one.name) &&
      !isOver(one.status) &&
      one.begin_at !== null &&
      Date.parse(one.begin_at) > now_ms,
  );
  return other ? { reason: "drone_cloud_planned_before", values: { name: other.name } } : null;
}

/** Why routes of this drone are not sent to the platform, or null. */
export function droneCloudModelRefusal(aircraft: AircraftModel): Refusal | null {
  if (droneCloudModels.includes(aircraft)) return null;
  const values = { aircraft, models: droneCloudModels.join(", ") };
  return { reason: "drone_cloud_model", values };
}

/** Why no flight can be planned with these docks, or null. */
export function docksRefusal(docks: readonly unknown[]): Refusal | null {
  return docks.length === 1
    ? null
    : { reason: "drone_cloud_docks", values: { docks: docks.length } };
}
