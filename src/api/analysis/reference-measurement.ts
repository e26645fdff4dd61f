// Reference measurements of an analysis: values that staff measured on the ground.
import { z } from "zod";
import type { ComponentType } from "../../domain/component/component.ts";
import {
  referenceFormShape,
  referenceMeasurementShape,
  referenceValuesRefusal,
  type ReferenceValue,
} from "../../domain/analysis/reference-measurement.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { idShape, idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;
const reads = {
  any: ["UPDATE_ANALYSIS_RESULT", "MOVE_REFERENCE_MEASUREMENT", "IGNORE_REFERENCE_MEASUREMENT"],
} as const;
const writes = "UPDATE_ANALYSIS_RESULT";
const one = idParams.extend({ measurement_id: idTextShape });
const done = z.object({ done: z.literal(true) });
/** Facts for the rule of the values. */
type Measured = {
  readonly values: readonly ReferenceValue[];
  readonly component_type: ComponentType;
};

export const referenceMeasurementApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/reference-measurements",
    summary: "The reference measurements, newest first, with what the drone measured there.",
    permission: reads,
    scope,
    params: idParams,
    answer: z.array(referenceMeasurementShape),
    offline: "analyses",
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurement",
    summary: "Adds a reference measurement of one component.",
    permission: writes,
    refusal: (_, { values, component_type }: Measured) =>
      referenceValuesRefusal(values, component_type),
    refusalCode: "BAD_REQUEST",
    scope,
    params: idParams,
    body: referenceFormShape,
    answer: referenceMeasurementShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurement/{measurement_id}",
    summary: "Changes a reference measurement; its component changes by moving it.",
    permission: writes,
    scope,
    params: one,
    body: referenceFormShape.omit({ dt_id: true }),
    answer: referenceMeasurementShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/reference-measurement/{measurement_id}",
    summary: "Deletes a reference measurement.",
    permission: writes,
    scope,
    params: one,
    answer: done,
  }),
  ignore: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurement/{measurement_id}/ignore",
    summary: "Leaves a reference measurement out of the statistics, or takes it in again.",
    permission: "IGNORE_REFERENCE_MEASUREMENT",
    scope,
    params: one,
    body: z.object({ is_ignored: z.boolean() }),
    answer: referenceMeasurementShape,
  }),
  move: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurement/{measurement_id}/move",
    summary:
      "Moves a reference measurement to another component, or to another analysis of the plant.",
    permission: "MOVE_REFERENCE_MEASUREMENT",
    scope,
    params: one,
    body: z.object({
      dt_id: exactLineShape.min(1).max(200).optional(),
      analysis_id: idShape.optional(),
    }),
    answer: done,
  }),
  preview: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurements/preview",
    summary:
      "What a table of reference measurements is understood as; nothing is stored. The fields of the import.",
    permission: writes,
    scope,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.referenceCsvBytes,
    answer: tablePreviewShape,
  }),
  importCsv: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/reference-measurements/import",
    summary:
      "Adds the measurements of a CSV file or workbook; all of them, or none with the faults by line. The field time_zone (IANA) is for times without a zone, sheet for a workbook with several tables, mapping (JSON) says the column of each meaning.",
    permission: writes,
    scope,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.referenceCsvBytes,
    /** `notes`: what was read although the sheet does not show it. */
    answer: z.object({ count: z.number().int(), notes: z.array(problemShape) }),
  }),
  exportCsv: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/reference-measurements/csv",
    summary: "The reference measurements as a CSV file that can be imported again.",
    permission: reads,
    scope,
    params: idParams,
    answerKind: "bytes",
    download: "export",
  }),
};
