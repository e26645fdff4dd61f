// The evaluation of an analysis: its conditions, its log, and the limits that a plant sets for it.
import { z } from "zod";
import { hashShape } from "../../domain/analysis/analysis-upload.ts";
import {
  conditionRefusal,
  conditionRowShape,
  conditionRowsShape,
  quantityNames,
  surveyFramesShape,
  surveyRasterFileShape,
  temperatureRasterShape,
  type ConditionRow,
} from "../../domain/evaluation/condition-record.ts";
import { flightTimeShape } from "../../domain/evaluation/condition/counted-rows.ts";
import {
  evaluationChangesShape,
  evaluationRefusal,
  type EvaluationChanges,
} from "../../domain/evaluation/evaluation-limit.ts";
import { valueOriginShape } from "../../domain/evaluation/value-origin.ts";
import { temperatureScaleShape } from "../../domain/raster/temperature.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const ofAnalysis = { analysis: "id" } as const;
const reads = { any: ["UPDATE_ANALYSIS", "UPDATE_ANALYSIS_RESULT"] } as const;
/** Of the stored rows and confirmed rasters; another one once either has changed. */
const revisionShape = hashShape;
const conditionsShape = z.object({
  revision: revisionShape,
  /** What the evaluation counts with, in their order. */
  rows: z.array(conditionRowShape),
  /** From the conditions file and the images of the analysis, for quantities without a value. */
  proposed: z.array(conditionRowShape),
  rasters: z.array(surveyRasterFileShape),
  /** Single images that were exported as TIFF; null without any. */
  frames: surveyFramesShape.nullable(),
  /** The time zone of the plant (IANA), proposed for times that state none. */
  time_zone: z.string(),
  /** When it was flown: of rows with a time only those count. */
  flight: flightTimeShape,
  /** The analysis was evaluated here. */
  has_log: z.boolean(),
  /** The newest evaluation counted with other conditions, confirmed files or limits. */
  is_outdated: z.boolean(),
  /** Quantities without a value, with the key figures that are left out for it. */
  left_out: z.array(
    z.object({ quantity: z.enum(quantityNames), key_figures: z.array(z.string()) }),
  ),
});

export const evaluationApi = {
  conditions: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/survey-conditions",
    summary: "The conditions of the survey, what the files propose, and what is left out.",
    permission: reads,
    scope: ofAnalysis,
    params: idParams,
    answer: conditionsShape,
  }),
  updateConditions: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/survey-conditions",
    summary:
      "Replaces the conditions of the survey, and says which rasters are temperatures. The next evaluation counts with them.",
    permission: "UPDATE_ANALYSIS",
    refusal: (_, { rows }: { readonly rows: readonly ConditionRow[] }) => conditionRefusal(rows),
    refusalCode: "BAD_REQUEST",
    scope: ofAnalysis,
    params: idParams,
    body: z.object({
      /**
       * The `revision` that the change is based on; 409 with the stored version where it is another one. Absent: that of a
       * survey of which nothing was stated, so that a program that has not read it overwrites nothing.
       */
      base_revision: revisionShape.optional(),
      rows: conditionRowsShape,
      /** Absent: as they are. */
      temperature_rasters: z.array(temperatureRasterShape).max(1000).optional(),
      /** What the numbers of single images mean that were exported as TIFF; null: not known. Absent: as it is. */
      temperature_images: temperatureScaleShape.nullable().optional(),
    }),
    answer: conditionsShape,
  }),
  previewConditions: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/survey-conditions/preview",
    summary:
      "What a table of conditions is understood as; nothing is stored. The fields of the import.",
    permission: "UPDATE_ANALYSIS",
    scope: ofAnalysis,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.referenceCsvBytes,
    answer: tablePreviewShape,
  }),
  importConditions: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/survey-conditions/import",
    summary:
      "Takes the conditions of a CSV file or workbook with a time in each line; all, or none. The field time_zone (IANA) is for times without a zone, sheet for a workbook with several tables, mapping (JSON) says the column of each meaning.",
    permission: "UPDATE_ANALYSIS",
    scope: ofAnalysis,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.referenceCsvBytes,
    /** `night_lines`: lines whose irradiance is below zero; it is left out. `notes`: what a sheet does not show, and what was passed over. */
    answer: conditionsShape.extend({ night_lines: z.int(), notes: z.array(problemShape) }),
  }),
  log: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/evaluation-log",
    summary:
      "The log of the newest evaluation as JSON: inputs, conditions, limits, formulas, version.",
    permission: reads,
    scope: ofAnalysis,
    params: idParams,
    answerKind: "bytes",
    download: "file",
  }),
  origin: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/value-origin/{key_figure_id}",
    summary:
      "Where the values of a key figure come from: formula, conditions, settings, files and version of the evaluation, or an import.",
    permission: "READ_ANALYSIS_RESULT",
    scope: ofAnalysis,
    params: idParams.extend({ key_figure_id: idTextShape }),
    answer: valueOriginShape,
    offline: "performance indicators",
  }),
  limits: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/evaluation-limits",
    summary: "The limits and uncertainties of evaluations that the plant sets itself.",
    permission: { any: ["UPDATE_PLANT", "UPDATE_ANALYSIS_RESULT"] },
    scope: { plant: "id" },
    params: idParams,
    answer: evaluationChangesShape,
  }),
  updateLimits: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/evaluation-limits",
    summary: "Sets the limits of evaluations; absent ones have their default.",
    permission: "UPDATE_PLANT",
    refusal: (_, changes: EvaluationChanges) => evaluationRefusal(changes),
    refusalCode: "BAD_REQUEST",
    scope: { plant: "id" },
    params: idParams,
    body: evaluationChangesShape,
    answer: evaluationChangesShape,
  }),
};
