// Drones.
import { z } from "zod";
import {
  droneChangesShape,
  droneFormShape,
  dronePlantShape,
  droneRemovalRefusal,
  droneShape,
  type Drone,
} from "../../domain/provider/drone.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

/** Absent for the provider's drones. */
const ofOwner = z.object({ customer_id: idTextShape.optional() });

export const droneApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/drones",
    summary: "The drones that the viewer sees.",
    permission: "READ_DRONE",
    scope: null,
    answer: z.array(droneShape),
  }),
  listAvailable: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/available-drones",
    summary:
      "Drones that can fly at a plant: not retired, supported, of the plant's customer or the provider.",
    permission: "READ_AVAILABLE_DRONE",
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(droneShape),
  }),
  plantCoverage: endpoint({
    method: "GET",
    path: "/auth/drone-plant-coverage",
    summary: "Which drones flew which plants, how often and when, of what the viewer sees.",
    permission: "READ_DRONE_PLANT_COVERAGE",
    scope: null,
    answer: z.array(dronePlantShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/drone/{id}",
    summary: "One drone.",
    permission: "READ_DRONE",
    scope: { drone: "id" },
    params: idParams,
    answer: droneShape,
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/drone",
    summary: "Creates a drone.",
    permission: "CREATE_DRONE",
    scope: null,
    body: droneFormShape,
    answer: droneShape,
  }),
  previewFile: endpoint({
    method: "POST",
    path: "/auth/drones/preview",
    summary:
      "What a table of new drones is understood as; nothing is stored. The fields of the import.",
    permission: "CREATE_DRONE",
    scope: null,
    query: ofOwner,
    bodyKind: "multipart",
    maxBytes: limits.recordFileBytes,
    answer: tablePreviewShape,
  }),
  importFile: endpoint({
    method: "POST",
    path: "/auth/drones/import",
    summary:
      "Creates the drones of a CSV file or workbook, one row each; all of them, or none with the faults by line. The field sheet is for a workbook with several tables, mapping (JSON) says the column of each meaning.",
    permission: "CREATE_DRONE",
    scope: null,
    query: ofOwner,
    bodyKind: "multipart",
    maxBytes: limits.recordFileBytes,
    /** `notes`: what the table does not say. */
    answer: z.object({ count: z.number().int(), notes: z.array(problemShape) }),
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/drone/{id}",
    summary: "Changes fields of a drone.",
    permission: "UPDATE_DRONE",
    scope: { drone: "id" },
    params: idParams,
    body: droneChangesShape,
    answer: droneShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/drone/{id}",
    summary: "Deletes a drone that nothing refers to; others can be retired.",
    permission: "DELETE_DRONE",
    refusal: (_, drone: Pick<Drone, "analysis_count">) => droneRemovalRefusal(drone),
    scope: { drone: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
