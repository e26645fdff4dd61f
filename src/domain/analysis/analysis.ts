// An analysis of a plant: from the flight to the released result.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { instantShape } from "../calendar-date.ts";
import { idShape } from "../id.ts";
import { isCoverageKeyFigure } from "../key-figure/key-figure-coverage.ts";
import { lineShape } from "../text.ts";
import { invoiceStates } from "./invoice.ts";

/** In the order of progress. */
export const analysisStates = [
  "EMPTY",
  "UPLOADING",
  "UPLOAD_FAILED",
  "DATA_INCOMPLETE",
  "DATA_COMPLETE",
  "DATA_COMPLETE_VERIFIED",
  "PROCESSING",
  "FINISHED",
] as const;
export type AnalysisState = (typeof analysisStates)[number];

/**
 * Who sees the result: only staff before the release; everyone; only staff, after it was hidden; only super
 * admins.
 */
export const visibilities = ["not_released", "released", "invisible", "protected"] as const;
export type Visibility = (typeof visibilities)[number];

/** Why an analysis cannot have this name, or null. */
export function analysisNameRefusal(name: string): Refusal | null {
  return name.trim() === "" ? { reason: "analysis_name_missing", field: "name" } : null;
}

export const analysisFormShape = z.object({
  plant_id: idShape,
  name: lineShape
    .max(200)
    .refine((name) => analysisNameRefusal(name) === null, "analysis_name_missing"),
  /** When the drone flew, ISO 8601 with offset. */
  flown_at: instantShape,
});
export type AnalysisForm = z.infer<typeof analysisFormShape>;

export const analysisShape = analysisFormShape.extend({
  id: z.number().int(),
  state: z.enum(analysisStates),
  visibility: z.enum(visibilities),
  released_at: z.string().nullable(),
  plant_name: z.string(),
  customer_name: z.string(),
  /** IANA name of the plant's time zone: the clock by which `flown_at` is shown. */
  time_zone: z.string(),
  notes: z.string(),
  /** IDs of the key figures with a column; without hidden ones unless the viewer shows all. */
  key_figure_ids: z.array(z.number().int()),
  /** Those of them whose values an imported file states: they were not measured here. */
  stated_key_figure_ids: z.array(z.number().int()),
  image_count: z.number().int(),
  drone_id: z.number().int().nullable(),
  /** Internal identifier of the drone; null without one, and for viewers who do not see the drone. */
  drone_name: z.string().nullable(),
  product_packages: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Of its results and of the routes of its campaigns, by number; empty for viewers who do not see batches. */
  evaluation_batches: z.array(z.object({ number: z.number().int(), name: z.string() })),
  /** Files that were uploaded completely, and uploads that have begun and not ended. */
  file_count: z.number().int(),
  running_uploads: z.number().int(),
  /** Data complete was chosen while files were uploading: set when the last upload finishes. */
  complete_after_upload: z.boolean(),
  is_unmeasured_holder: z.boolean(),
  /** This and the next four are null for viewers who do not see invoices. */
  invoice_state: z.enum(invoiceStates).nullable(),
  /** Number at the invoicing service, INV-XXXXXX. */
  invoice_id: z.string().nullable(),
  invoice_link: z.string().nullable(),
  po_reference: z.string().nullable(),
  po_pdf_link: z.string().nullable(),
});
export type Analysis = z.infer<typeof analysisShape>;

/** An analysis in a list to choose from, with its plant and customer. */
export const analysisBriefShape = analysisShape
  .pick({ id: true, name: true, plant_id: true, plant_name: true, customer_name: true })
  .extend({ customer_id: z.number().int() });

/** How far a plant is: whether it is set up and drawn, and where its newest survey stands. */
export const plantProgressShape = z.object({
  plant_id: z.number().int(),
  plant_name: z.string(),
  setup_phase: z.boolean(),
  digitized: z.boolean(),
  /** Of those that the viewer sees; null without any. */
  newest_analysis: analysisShape
    .pick({ id: true, name: true, flown_at: true, state: true, visibility: true })
    .nullable(),
});
export type PlantProgress = z.infer<typeof plantProgressShape>;

/** Whether components were measured. What the images show of them is no result. */
export function hasResults(analysis: Pick<Analysis, "key_figure_ids">): boolean {
  return analysis.key_figure_ids.some((id) => !isCoverageKeyFigure(id));
}

/** Whether an imported file states the values of the key figure: they were not measured here. */
export function isStated(
  analysis: Pick<Analysis, "stated_key_figure_ids"> | null | undefined,
  keyFigureId: number,
): boolean {
  // An answer that an older version kept on the device has no such list.
  return analysis?.stated_key_figure_ids?.includes(keyFigureId) === true;
}

function isBefore(state: AnalysisState, other: AnalysisState): boolean {
  return analysisStates.indexOf(state) < analysisStates.indexOf(other);
}

/** True if lists show the viewer analyses that are not finished, too. */
export function seesUnfinished({ permissions }: Pick<ViewerFacts, "permissions">): boolean {
  return permissions.has("READ_ALL_ANALYSIS_STATES");
}

/** States in which data are still missing. */
export const incompleteStates: readonly AnalysisState[] = [
  "EMPTY",
  "UPLOADING",
  "UPLOAD_FAILED",
  "DATA_INCOMPLETE",
];

/** Why a plant with these analyses cannot have another one now, or null. */
export function createAnalysisRefusal(
  analyses: readonly Pick<Analysis, "state" | "visibility">[],
): Refusal | null {
  const isOpen = analyses.some(
    ({ state, visibility }) => incompleteStates.includes(state) && visibility !== "released",
  );
  return isOpen ? { reason: "analysis_incomplete" } : null;
}

/** Why results cannot be imported now, or null. */
export function importResultRefusal(
  analysis: Pick<Analysis, "state" | "visibility">,
  plant: { digitized: boolean },
): Refusal | null {
  if (!plant.digitized) return { reason: "plant_without_twin" };
  if (isBefore(analysis.state, "DATA_COMPLETE_VERIFIED"))
    return { reason: "analysis_not_verified" };
  if (analysis.visibility === "released") return { reason: "analysis_released" };
  return null;
}

/** Why the visibility cannot be set to `wanted`, or null. Only super admins protect results. */
export function releaseRefusal(
  { is_super_admin }: Pick<ViewerFacts, "is_super_admin">,
  analysis: Pick<Analysis, "visibility" | "key_figure_ids">,
  wanted: Visibility,
): Refusal | null {
  if (wanted === analysis.visibility) return { reason: "visibility_same" };
  if (wanted === "released" && !hasResults(analysis)) {
    return { reason: "analysis_without_result" };
  }
  return wanted === "protected" && !is_super_admin ? permissionMissing : null;
}

/** Why the digital twin of another plant cannot be copied to this one, or null. */
export function cloneTwinRefusal(plant: { readonly twin_version: number }): Refusal | null {
  return plant.twin_version > 0 ? { reason: "twin_exists" } : null;
}

/** Why the digital twin cannot be deleted, or null; updating it is always allowed. */
export function deleteTwinRefusal(plant: { analyses_with_results: number }): Refusal | null {
  return plant.analyses_with_results > 0
    ? { reason: "twin_has_results", values: { count: plant.analyses_with_results } }
    : null;
}

/** Why the analysis cannot be deleted, or null. */
export function removeAnalysisRefusal(analysis: Pick<Analysis, "visibility">): Refusal | null {
  return analysis.visibility === "released" ? { reason: "analysis_released" } : null;
}

/** Why the results cannot be removed, or null. */
export function removeResultsRefusal(analysis: Pick<Analysis, "visibility">): Refusal | null {
  return analysis.visibility === "released" ? { reason: "analysis_released" } : null;
}

/** Why a value cannot be changed by hand, or null. Released results are protected. */
export function modifyValueRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  analysis: Pick<Analysis, "visibility">,
): Refusal | null {
  const canEditReleased = permissions.has("UPDATE_PROTECTED_ANALYSIS");
  return analysis.visibility === "released" && !canEditReleased
    ? { reason: "analysis_released" }
    : null;
}

/** Why the components of a plant cannot be exported as a file, or null. */
export function geoExportRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { csv }: { readonly csv?: "0" | "1" | undefined },
): Refusal | null {
  return csv === "1" && !permissions.has("DOWNLOAD_DIGITAL_TWIN") ? permissionMissing : null;
}

/** Why values cannot be exported as a file, or null. Viewing them needs no such permission. */
export function exportRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { csv }: { readonly csv?: "0" | "1" | undefined },
): Refusal | null {
  return csv === "1" && !permissions.has("DOWNLOAD_ANALYSIS_RESULT_FILE")
    ? permissionMissing
    : null;
}
