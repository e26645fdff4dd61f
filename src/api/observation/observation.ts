// Observations: listed, created, changed, deleted, exported.
import { z } from "zod";
import { problemShape } from "../../domain/error-shape.ts";
import { findingPlaceShape } from "../../domain/finding/finding-life.ts";
import { idShape, idTextShape, digitsShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { observationColumnShape } from "../../domain/observation/observation-column.ts";
import {
  dateRangeShape,
  observationDateShape,
  timeZoneShape,
} from "../../domain/observation/observation-date.ts";
import {
  deletedObservationShape,
  dtIdShape,
  finishedIdsShape,
  observationFieldsShape,
  observationFormShape,
  observationShape,
} from "../../domain/observation/observation.ts";
import {
  observationRefusal,
  type ObservationFacts,
} from "../../domain/observation/observation-rule.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const reads = "READ_OBSERVATION";
const scope = { observation: "id" } as const;
const ofPlant = { plant: "id" } as const;
const ofComponent = idParams.extend({ dt_id: dtIdShape });
const done = z.object({ done: z.literal(true) });
const counted = z.object({ count: z.number().int() });

/** JSON in the query, see domain/observation/observation-query.ts. */
const jsonText = exactLineShape.max(limits.filterBytes).optional();
export const observationSelection = z.object({
  filters: jsonText,
  component_filter: jsonText,
  columns_selection: jsonText,
});

export const observationApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/observations",
    summary: "The observations of a plant that meet the filters, newest first, by page.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: observationSelection.extend({
      offset: digitsShape(0, 10_000_000).default(0),
      limit: digitsShape(1, 5000).default(500),
    }),
    answer: z.object({
      count: z.number().int(),
      offset: z.number().int(),
      observations: z.array(observationShape),
    }),
    // With conditions all observations are read.
    heavy: ({ filters, component_filter, columns_selection }) =>
      [filters, component_filter, columns_selection].some((text) => text !== undefined),
    offline: "observations",
  }),
  columns: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/observation-columns",
    summary: "The columns of observations: custom component properties and key figures.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    answer: z.array(observationColumnShape),
    offline: "observations",
  }),
  dates: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/observation-dates",
    summary: "The days of the observations that meet the filters, with counts.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: observationSelection.extend({
      range: dateRangeShape.default("all_time"),
      time_zone: timeZoneShape.default("UTC"),
    }),
    answer: z.array(observationDateShape),
    heavy: true,
  }),
  export: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/observations/export",
    summary: "Exactly the observations that meet the filters, as CSV, GeoJSON or XLSX.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: observationSelection.extend({ format: z.enum(["csv", "geojson", "xlsx"]) }),
    answerKind: "bytes",
    download: "export",
    heavy: true,
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/observation",
    summary: "Stores an observation. The same external_id again answers what is stored.",
    permission: "CREATE_OBSERVATION",
    refusal: (viewer, facts: ObservationFacts | undefined) => observationRefusal(viewer, facts),
    scope: ofPlant,
    params: idParams,
    /**
     * `finished_ids`: findings of the component that are done with it, as far as they can be. `fault_type`: the finding of
     * the component that it is about.
     */
    body: observationFormShape.extend({
      dt_id: dtIdShape,
      finished_ids: finishedIdsShape.default([]),
      fault_type: findingPlaceShape.shape.fault_type.nullable().default(null),
    }),
    answer: observationShape,
  }),
  createAt: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/component/{dt_id}/observation",
    summary: "Stores an observation of this component.",
    permission: "CREATE_OBSERVATION",
    scope: ofPlant,
    params: ofComponent,
    body: observationFormShape,
    answer: observationShape,
  }),
  removeAt: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/component/{dt_id}/observations",
    summary: "Deletes all observations of this component.",
    permission: "DELETE_OBSERVATION",
    scope: ofPlant,
    params: ofComponent,
    answer: counted,
  }),
  /** The external ID of each is that of the request, a slash and its dt_id. */
  bulkAdd: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/observations/bulk-add",
    summary: "Stores the same observation for many components; all of them, or none.",
    permission: "CREATE_OBSERVATION",
    scope: ofPlant,
    params: idParams,
    body: observationFormShape.extend({
      dt_ids: z.array(dtIdShape).min(1).max(limits.observationBulk),
    }),
    maxBytes: limits.rowsBodyBytes,
    /** Of this request, and of the same one sent before. */
    answer: counted,
    heavy: true,
  }),
  /**
   * Multipart: one file of points, and the fields `mapping` (as the preview answered it), `component_type`, and where
   * they are needed `time_zone` (IANA, of times without one), `observed_at` (ISO 8601, of points without a time) and
   * `sheet`. All that can be read are stored at once, or none. The same rows again are stored once.
   */
  importFile: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/observations/import-file",
    summary: "Stores the points of a file as observations of the components that they stand on.",
    permission: "CREATE_OBSERVATION",
    scope: ofPlant,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.previewedFileBytes,
    answer: z.object({
      created: z.number().int(),
      /** Observations that are stored already. */
      known: z.number().int(),
      refused_count: z.number().int(),
      refused: z.array(problemShape.extend({ message: z.string() })),
    }),
    heavy: true,
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/observation/{id}",
    summary: "One observation.",
    permission: reads,
    scope,
    params: idParams,
    answer: observationShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/observation/{id}",
    summary: "Changes an observation; 409 with both versions if another change came first.",
    permission: "UPDATE_OBSERVATION",
    scope,
    params: idParams,
    body: observationFieldsShape.extend({ base_revision: idShape }),
    answer: observationShape,
  }),
  overwrite: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/overwrite",
    summary: "Changes an observation whatever its revision. The audit trail keeps the old version.",
    permission: { all: ["UPDATE_OBSERVATION", "OVERWRITE_OBSERVATION"] },
    scope,
    params: idParams,
    body: observationFieldsShape,
    answer: observationShape,
  }),
  move: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/move",
    summary: "Moves an observation with its photos to another component of the plant.",
    permission: "UPDATE_OBSERVATION",
    scope,
    params: idParams,
    /** `fault_type`: the finding that it is about there; without it as before, where the component can have it. */
    body: z.object({
      dt_id: dtIdShape,
      base_revision: idShape,
      fault_type: findingPlaceShape.shape.fault_type.nullable().optional(),
    }),
    answer: observationShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/observation/{id}",
    summary:
      "Deletes an observation with its photos; 409 if it is not the base_revision, where one is sent.",
    permission: "DELETE_OBSERVATION",
    scope,
    params: idParams,
    query: z.object({ base_revision: idTextShape.optional() }),
    answer: done,
  }),
  deleted: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/deleted-observations",
    summary:
      "The observations that were deleted in the last days and can be put back, the newest first.",
    permission: "DELETE_OBSERVATION",
    scope: ofPlant,
    params: idParams,
    answer: z.object({
      /** Days from the deletion until an observation is forgotten. */
      days: z.number().int(),
      count: z.number().int(),
      /** The first of them, at most `limits.deletedObservationsListed`. */
      observations: z.array(deletedObservationShape),
    }),
  }),
  restore: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/observation/{observation_id}/restore",
    summary: "Puts an observation back that was deleted in the last days, with its photos.",
    permission: "DELETE_OBSERVATION",
    scope: ofPlant,
    params: idParams.extend({ observation_id: idTextShape }),
    answer: observationShape,
  }),
};

export const observationImageParams = idParams.extend({ image_id: idTextShape });
