// The drone cloud platform: projects, routes, flights and media, and what may be sent to it.
import { z } from "zod";
import type { Refusal } from "../../error.ts";
import { exactLineShape } from "../../text.ts";
import type { FlightRouteRecord } from "../route/flight-route-record.ts";
import type { AircraftModel } from "../route/flight-route.ts";
import { fileName } from "../format/file-name.ts";

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
  readonly time_zone: string;
  /** Metres above the dock at which the drone returns. */
  readonly return_height_m: number;
};

/** The route's name on the platform: no other route has it, and it stays the same until the route changes. */
export const droneCloudName = ({
  name,
  id,
  version,
}: Pick<FlightRouteRecord, "name" | "id" | "version">): string =>
  `${fileName(name)} (${id}-${version})`;

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
