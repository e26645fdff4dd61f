// Plants.
import { z } from "zod";
import {
  plantBelongingsShape,
  plantBriefShape,
  plantChangeRefusal,
  plantChangesShape,
  plantFormShape,
  plantRemovalRefusal,
  plantShape,
  plantStatusShape,
  type PlantBelongings,
} from "../../domain/plant/plant.ts";
import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { plantProgressShape } from "../../domain/analysis/analysis.ts";
import { keyFigureLimitsShape } from "../../domain/analysis/analysis-result.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { endpoint } from "../endpoint.ts";
import { idTextShape } from "../../domain/id.ts";

export const idParams = z.object({ id: idTextShape });
type Belongings = Pick<PlantBelongings, "analysis_count"> &
  Partial<Pick<PlantBelongings, "order_count">>;
const reads = { any: ["READ_AVAILABLE_PLANT", "READ_ALL_PLANT"] } as const;

const subfieldShape = z.object({
  component_type: componentTypeShape,
  dt_id: z.string(),
  pcs: z.string(),
  /** Existing components below, on the next level. */
  child_count: z.number().int(),
  /** West, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

export const plantApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plants",
    summary: "The plants that the viewer sees.",
    permission: reads,
    scope: null,
    answer: z.array(plantShape),
    access: "read_plants",
  }),
  listForTable: endpoint({
    method: "GET",
    path: "/auth/plants-for-table",
    summary: "The plants with the worst key figures of their newest analysis.",
    permission: reads,
    scope: null,
    answer: z.array(plantStatusShape),
  }),
  listAll: endpoint({
    method: "GET",
    path: "/auth/plants/all",
    summary: "All plants of the customer in view, or of all customers, to choose from.",
    permission: "READ_ALL_PLANT",
    scope: null,
    answer: z.array(plantBriefShape),
  }),
  listProgress: endpoint({
    method: "GET",
    path: "/auth/plant-status",
    summary: "How far each plant is: set up, digitized, and the state of its newest analysis.",
    permission: "READ_ANALYSIS",
    scope: null,
    answer: z.array(plantProgressShape),
  }),
  subfields: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/subfields",
    summary: "The top level of the digital twin: the loops or tracker groups, in order of names.",
    permission: viewsPlant,
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(subfieldShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/plant/{id}",
    summary: "One plant.",
    permission: viewsPlant,
    scope: { plant: "id" },
    params: idParams,
    answer: plantShape,
    offline: "plant",
    access: "read_plants",
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant",
    summary: "Creates a plant.",
    permission: "CREATE_PLANT",
    scope: null,
    body: plantFormShape,
    answer: plantShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/plant/{id}",
    summary: "Changes fields of a plant, or moves it to another customer.",
    permission: "UPDATE_PLANT",
    refusal: plantChangeRefusal,
    scope: { plant: "id" },
    params: idParams,
    body: plantChangesShape,
    answer: plantShape,
  }),
  belongings: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/belongings",
    summary: "Counts what depends on a plant, to show before it is deleted or moved.",
    permission: { any: ["UPDATE_PLANT", "DELETE_PLANT"] },
    scope: { plant: "id" },
    params: idParams,
    answer: plantBelongingsShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}",
    summary: "Deletes a plant without analyses and orders.",
    permission: "DELETE_PLANT",
    refusal: (_, belongings: Belongings) => plantRemovalRefusal(belongings),
    scope: { plant: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
  readLimits: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/key-figure-limits",
    summary: "Severity limits of this plant.",
    permission: viewsPlant,
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(keyFigureLimitsShape),
    offline: "performance indicators",
  }),
  updateLimits: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/key-figure-limits",
    summary:
      "Sets the severity limits of a key figure for this plant; an empty list restores the catalogue's.",
    permission: "MANAGE_ENABLED_PI_FIELD",
    scope: { plant: "id" },
    params: idParams,
    body: keyFigureLimitsShape,
    answer: z.array(keyFigureLimitsShape),
  }),
};
