// The routes of flight campaigns as files, and their exports to the programs that fly them.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { fileChangeRefusal } from "../../domain/analysis/analysis-state.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import {
  droneCloudFlightShape,
  droneCloudIdShape,
  droneCloudMediumShape,
  droneCloudProjectShape,
  droneCloudRouteShape,
  droneCloudTaskShape,
} from "../../domain/flight/flown/drone-cloud.ts";
import { airframes } from "../../domain/flight/format/dji-model.ts";
import { routeFormats } from "../../domain/flight/format/route-format.ts";
import { wpmlVersions } from "../../domain/flight/format/wpml-parts.ts";
import { idShape, idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { lineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const ofCampaign = { scope: { flight_campaign: "id" }, params: idParams } as const;
const project = droneCloudIdShape;
const routeIds = z.array(idShape).min(1).max(500).optional();

const cloudProjectsShape = z.object({
  /** False if the customer has no account on the platform. */
  configured: z.boolean(),
  /** The project that is proposed. */
  project: z.string().nullable(),
  projects: z.array(droneCloudProjectShape),
});

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
      /** Of DJI's format: the drone that the camera H20T hangs on; needed for it. */
      airframe: z.enum(airframes).optional(),
    }),
    answerKind: "bytes",
    download: "export",
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
    answer: cloudProjectsShape,
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
      /** Plans each route at its own start; needs exactly one dock in the project, and starts that lie ahead. */
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
  flights: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/drone-cloud-flights",
    summary: "The flights of the last 90 days in a project of the drone cloud platform.",
    permission: "IMPORT_EXTERNAL_FILE",
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ project }),
    answer: z.array(droneCloudFlightShape),
  }),
  flightProjects: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/drone-cloud-projects",
    summary: "The projects whose flights can be imported into an analysis.",
    permission: "IMPORT_EXTERNAL_FILE",
    scope: { analysis: "id" },
    params: idParams,
    answer: cloudProjectsShape,
  }),
  media: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/drone-cloud-media",
    summary: "The state of a flight on the drone cloud platform, and the files it has brought.",
    permission: "IMPORT_EXTERNAL_FILE",
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ project, task_id: droneCloudIdShape }),
    answer: droneCloudTaskShape.extend({
      media: z.array(
        droneCloudMediumShape.omit({ url: true }).extend({
          /** The analysis has a file of this name. */
          is_known: z.boolean(),
        }),
      ),
    }),
  }),
  importMedia: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/drone-cloud-media/import",
    summary:
      "Starts a task that adds files of a flight on the drone cloud platform to an analysis.",
    permission: "IMPORT_EXTERNAL_FILE",
    refusal: (_, analysis: Pick<Analysis, "state">) => fileChangeRefusal(analysis),
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({
      project,
      task_id: droneCloudIdShape,
      file_names: z.array(lineShape.min(1).max(200)).min(1).max(limits.mediaImportFiles),
    }),
    answer: launchedShape,
  }),
};
