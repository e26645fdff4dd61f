// The routes of flight campaigns as files, and their exports to the programs that fly them.
import { z } from "zod";
import {
  droneCloudIdShape,
  droneCloudMediumShape,
  droneCloudProjectShape,
  droneCloudRouteShape,
  droneCloudTaskShape,
} from "../domain/flight/drone-cloud.ts";
import { routeFormats } from "../domain/flight/format/route-export.ts";
import { wpmlVersions } from "../domain/flight/format/wpml-parts.ts";
import { idShape, idTextShape } from "../domain/id.ts";
import { lineShape } from "../domain/text.ts";
import { endpoint } from "./endpoint.ts";
import { idParams } from "./plant.ts";

const ofCampaign = { scope: { flight_campaign: "id" }, params: idParams } as const;
const project = droneCloudIdShape;
const routeIds = z.array(idShape).min(1).max(500).optional();

export const flightExportApi = {
  download: endpoint({
    method: "GET",
    path: "/auth/flight-campaign/{id}/route-files",
    summary:
      "The routes of a flight campaign, or one of them, as files of a format; several files come as a ZIP. The format zip holds all formats.",
    permission: "EXPORT_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    query: z.object({
      format: z.enum([...routeFormats, "zip"]),
      route_id: idTextShape.optional(),
      /** Of DJI's format: 1.0.2 for drones that do not know 1.0.6. */
      version: z.enum(wpmlVersions).optional(),
    }),
    answerKind: "bytes",
    compressed: false,
    heavy: true,
  }),
  toFlightApp: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/export-to-flight-app",
    summary:
      "Sends the routes of a flight campaign to the third-party flight app. Answers the time until they are on the device.",
    permission: "EXPORT_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    body: z.object({ route_ids: routeIds }),
    answer: z.object({
      route_count: z.number().int(),
      mission_count: z.number().int(),
      /** One minute for each route. */
      waiting_s: z.number(),
    }),
    heavy: true,
  }),
  projects: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/drone-cloud-projects",
    summary: "The projects of the plant’s customer on the drone cloud platform.",
    permission: "READ_DRONE_CLOUD_PROJECT",
    scope: { plant: "id" },
    params: idParams,
    answer: z.object({
      /** False if the customer has no account on the platform. */
      configured: z.boolean(),
      /** The project that is proposed. */
      project: z.string().nullable(),
      projects: z.array(droneCloudProjectShape),
    }),
  }),
  cloudRoutes: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/drone-cloud-routes",
    summary: "The routes of a project on the drone cloud platform.",
    permission: "READ_DRONE_CLOUD_ROUTE",
    scope: { plant: "id" },
    params: idParams,
    query: z.object({ project }),
    answer: z.array(droneCloudRouteShape),
  }),
  toDroneCloud: endpoint({
    method: "POST",
    path: "/auth/flight-campaign/{id}/export-to-drone-cloud",
    summary:
      "Stores the routes of a flight campaign on the drone cloud platform, and plans their flights if asked to.",
    permission: "EXPORT_FLIGHT_CAMPAIGN",
    ...ofCampaign,
    body: z.object({
      project,
      route_ids: routeIds,
      /** Plans each route at the start of the campaign; needs exactly one dock in the project. */
      plan_flights: z.boolean().default(false),
      /** Name of the time zone, for the platform. */
      time_zone: lineShape.max(60).default("UTC"),
    }),
    answer: z.array(
      z.object({
        route_id: z.number().int(),
        cloud_route_id: z.string(),
        task_id: z.string().nullable(),
      }),
    ),
    heavy: true,
  }),
  removeFromDroneCloud: endpoint({
    method: "POST",
    path: "/auth/flight-route/{id}/delete-in-drone-cloud",
    summary:
      "Deletes a route on the drone cloud platform. Where the platform offers no such call, the answer says so.",
    permission: "DELETE_FLIGHT_ROUTE_IN_DRONE_CLOUD",
    scope: { flight_route: "id" },
    params: idParams,
    body: z.object({ project }),
    answer: z.object({
      outcome: z.enum(["deleted", "by_hand"]),
      /** Name of the route on the platform. */
      name: z.string(),
    }),
  }),
  task: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/drone-cloud-task",
    summary: "The state of a flight on the drone cloud platform, and the files it has brought.",
    permission: "IMPORT_EXTERNAL_FILE",
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ project, task_id: droneCloudIdShape }),
    answer: droneCloudTaskShape.extend({
      media: z.array(droneCloudMediumShape.omit({ url: true })),
    }),
  }),
  importMedia: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/import-drone-cloud-media",
    summary: "Adds files that a flight on the drone cloud platform has brought to an analysis.",
    permission: "IMPORT_EXTERNAL_FILE",
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({
      project,
      task_id: droneCloudIdShape,
      file_names: z.array(lineShape.min(1).max(200)).min(1).max(100),
    }),
    answer: z.array(z.object({ file_name: z.string() })),
    heavy: true,
  }),
};
