// Results of an analysis: columns, single components, images, import, edits, exports.
import { z } from "zod";
import {
  columnSummaryShape,
  componentResultShape,
  plantResultShape,
  resultImageShape,
  undoChangeRefusal,
  valueChangeShape,
  type ValueChange,
} from "../../domain/analysis/analysis-result.ts";
import { showAllRefusal } from "../../domain/account/profile.ts";
import {
  analysisShape,
  exportRefusal,
  importResultRefusal,
  modifyValueRefusal,
  releaseRefusal,
  removeResultsRefusal,
  visibilities,
  type Analysis,
  type Visibility,
} from "../../domain/analysis/analysis.ts";
import { componentTypeShape, filtersShape } from "../../domain/column/filter.ts";
import { csvMappingsShape, manyDtIdsShape } from "../../domain/column/rows-query.ts";
import { limits } from "../../domain/limits.ts";
import { headlineShape } from "../../domain/plant/headline.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";
import { digitsShape, idShape, idTextShape, MAX_INTEGER } from "../../domain/id.ts";
import { exactLineShape } from "../../domain/text.ts";

const reads = "READ_ANALYSIS_RESULT";
const analysisParams = z.object({ analysis_id: idTextShape });
/** A component of the plant, as its analysis names it. */
export const componentParams = idParams.extend({
  component_type: componentTypeShape,
  dt_id: exactLineShape.max(200),
});
const resultParams = analysisParams.extend({ key_figure_id: idTextShape });
/** Facts for the rule of a release. */
type Release = {
  readonly analysis: Pick<Analysis, "visibility" | "key_figure_ids">;
  readonly visibility: Visibility;
};
/** Facts for the rule of an import. */
type Target = {
  readonly analysis: Pick<Analysis, "state" | "visibility">;
  readonly plant: { readonly digitized: boolean };
};
/** Facts for the rule of undoing a change. */
type Undo = {
  readonly analysis: Visible;
  readonly change: Pick<ValueChange, "undone_at" | "changed_again">;
};
type Visible = Pick<Analysis, "visibility">;
const scope = { analysis: "analysis_id" } as const;

export const analysisResultApi = {
  fileSchema: endpoint({
    method: "GET",
    path: "/schemas/analysis-result.json",
    summary: "The JSON schema of the result file.",
    public: true,
    open: true,
    permission: null,
    scope: null,
    answer: z.record(z.string(), z.unknown()),
  }),
  columns: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/columns",
    summary: "The value columns of an analysis with their statistics.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams,
    answer: z.array(columnSummaryShape),
    offline: "performance indicators",
    access: "read_results",
  }),
  headline: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/headline",
    summary: "Findings by key figure, their change since the survey before, and the lost energy.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams,
    answer: headlineShape,
    offline: "performance indicators",
    access: "read_results",
  }),
  column: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}",
    summary: "One value column in the format of the column codec. Immutable.",
    permission: reads,
    scope,
    params: resultParams.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answerKind: "bytes",
    download: "values",
    offline: "performance indicators",
    access: "read_results",
  }),
  /** The specification's JSON form: dt_id, pcs and value of the components that match the filters. */
  read: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}",
    summary: "Values of the filtered components, or CSV with csv=1 and csv_mappings.",
    permission: reads,
    refusal: exportRefusal,
    scope,
    params: resultParams,
    query: z.object({
      /** JSON of domain/column/filter.ts filtersShape. */
      filters: exactLineShape.max(limits.filterBytes).optional(),
      /** JSON array of strings. */
      dt_ids: exactLineShape.max(limits.filterBytes).optional(),
      compare_analysis_id: idTextShape.optional(),
      csv: z.enum(["0", "1"]).optional(),
      /** JSON array of `{ key_figure_id, header }`. */
      csv_mappings: exactLineShape.max(limits.filterBytes).optional(),
      offset: digitsShape(0, MAX_INTEGER).default(0),
      limit: digitsShape(1, 100_000).default(10_000),
    }),
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  /** The same for more components than an address can name. */
  readMany: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}",
    summary: "Values of the filtered components, or CSV, with filters and dt_ids in the body.",
    permission: reads,
    refusal: exportRefusal,
    scope,
    params: resultParams,
    body: z.object({
      filters: filtersShape.default([]),
      /** Null for all. */
      dt_ids: manyDtIdsShape.nullable().default(null),
      compare_analysis_id: idShape.optional(),
      csv: z.enum(["0", "1"]).default("0"),
      csv_mappings: csvMappingsShape.nullable().default(null),
      offset: z.number().int().min(0).max(MAX_INTEGER).default(0),
      limit: z.number().int().min(1).max(100_000).default(10_000),
    }),
    maxBytes: limits.rowsBodyBytes,
    answerKind: "bytes",
    download: "values",
    heavy: true,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}",
    summary: "Releases, locks, hides or protects the results.",
    permission: "RELEASE_ANALYSIS_RESULT",
    refusal: (viewer, { analysis, visibility }: Release) =>
      releaseRefusal(viewer, analysis, visibility),
    scope,
    params: analysisParams,
    body: z.object({ visibility: z.enum(visibilities) }),
    answer: analysisShape,
  }),
  listOfPlant: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/analysis-results",
    summary: "The results of a plant's analyses with their key figures, newest first.",
    permission: reads,
    refusal: (viewer, { all_key_figures }: { readonly all_key_figures?: "0" | "1" | undefined }) =>
      all_key_figures === "1" ? showAllRefusal(viewer) : null,
    refusalCode: "PERMISSION_DENIED",
    scope: { plant: "id" },
    params: idParams,
    /** `all_key_figures`: 1 for all, 0 for those of the plant; absent for what the viewer chose. */
    query: z.object({ all_key_figures: z.enum(["0", "1"]).optional() }),
    answer: z.array(plantResultShape),
    access: "read_results",
  }),
  history: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/history",
    summary: "The manual changes of all key figures, newest first.",
    permission: reads,
    scope,
    params: analysisParams,
    answer: z.array(valueChangeShape),
    offline: "analyses",
  }),
  component: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/component/{component_type}/{dt_id}",
    summary: "All key figures, history, parents and images of one component.",
    permission: reads,
    scope: { analysis: "id" },
    params: componentParams,
    answer: componentResultShape,
    offline: "analyses",
    access: "read_results",
  }),
  images: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/images",
    summary: "The images of an analysis and their positions, or those of one component.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ dt_id: exactLineShape.min(1).max(limits.componentNameLength).optional() }),
    answer: z.array(resultImageShape),
    offline: "analyses",
  }),
  imageFile: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/image/{image_id}/{size}",
    summary: "One image: full or thumb.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams.extend({
      image_id: idTextShape,
      size: z.enum(["full", "thumb"]),
    }),
    answerKind: "bytes",
    download: "image",
    offline: "image thumbnails",
  }),
  /**
   * Multipart: `json_file` (JSON or CSV), `images_zip_filename` (a ZIP), `delete_before`, `eval_batch_num`.
   * For images that were sent to upload-images: `upload_tmp_id`, and `images_zip_filename` as their name.
   */
  importFile: endpoint({
    method: "POST",
    path: "/auth/import-analysis-result/{id}",
    summary: "Starts a task that checks a result file and imports its columns.",
    permission: "IMPORT_ANALYSIS_RESULT",
    refusal: (_, { analysis, plant }: Target) => importResultRefusal(analysis, plant),
    scope: { analysis: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.imagesZipBytes,
    answer: launchedShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/results",
    summary: "Removes all results of an analysis that is not released.",
    permission: "DELETE_ANALYSIS_RESULT",
    refusal: (_, analysis: Visible) => removeResultsRefusal(analysis),
    scope: { analysis: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
  modifyValue: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}/modify-value",
    summary: "Changes the value of one component; answers the column's new summary.",
    permission: "UPDATE_ANALYSIS_RESULT",
    refusal: modifyValueRefusal,
    scope,
    params: resultParams,
    body: z.object({ dt_id: exactLineShape.max(200), value: z.number().nullable() }),
    answer: columnSummaryShape,
  }),
  changeHistory: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}/change-history",
    summary: "The manual changes, newest first.",
    permission: reads,
    scope,
    params: resultParams,
    answer: z.array(valueChangeShape),
  }),
  undo: endpoint({
    method: "POST",
    path: "/auth/analysis-result/{analysis_id}/{key_figure_id}/undo",
    summary: "Undoes one change that holds; answers the column's new summary.",
    permission: "UPDATE_ANALYSIS_RESULT",
    refusal: (viewer, { analysis, change }: Undo) =>
      modifyValueRefusal(viewer, analysis) ?? undoChangeRefusal(change),
    scope,
    params: resultParams,
    body: z.object({ change_id: idShape }),
    answer: columnSummaryShape,
  }),
};
