// The steps of an analysis that people take. The rest of its state machine follows from uploads and tasks.
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { dataCompleteRefusal, stateEventRefusal, type StateFacts } from "./analysis-state.ts";
import type { Analysis, AnalysisState } from "./analysis.ts";

export const progressEvents = [
  "data_completed",
  /** Data are complete once the running upload has finished. */
  "after_upload_chosen",
  "after_upload_withdrawn",
  "data_reopened",
  "data_verified",
  "analysis_finished",
  "analysis_reopened",
] as const;
export type ProgressEvent = (typeof progressEvents)[number];

export type ProgressFacts = StateFacts & Pick<Analysis, "visibility" | "complete_after_upload">;

/** Those who only upload may say that the upload is complete, and nothing else. */
const forUploaders: readonly ProgressEvent[] = [
  "data_completed",
  "after_upload_chosen",
  "after_upload_withdrawn",
];

/** Why the viewer cannot take this step now, or null. */
export function progressRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { analysis, event }: { readonly analysis: ProgressFacts; readonly event: ProgressEvent },
): Refusal | null {
  const isPermitted = forUploaders.includes(event) || permissions.has("UPDATE_ANALYSIS");
  if (!isPermitted) return permissionMissing;
  if (event === "after_upload_withdrawn") {
    return analysis.complete_after_upload ? null : { reason: "after_upload_not_chosen" };
  }
  if (event === "after_upload_chosen") return afterUploadRefusal(analysis);
  const isWithoutData = event === "data_completed" && analysis.state === "EMPTY";
  // What is missing tells more than the state.
  const missing = isWithoutData ? dataCompleteRefusal(analysis) : null;
  const refusal = missing ?? stateEventRefusal(event, analysis);
  if (refusal) return refusal;
  const isProtected = event === "analysis_reopened" && analysis.visibility === "released";
  return isProtected && !permissions.has("UPDATE_PROTECTED_ANALYSIS")
    ? { reason: "analysis_released" }
    : null;
}

/** Why data complete cannot be chosen for the end of the upload, or null. */
function afterUploadRefusal(analysis: ProgressFacts): Refusal | null {
  const { state, drone_id, complete_after_upload } = analysis;
  if (state !== "UPLOADING" && state !== "UPLOAD_FAILED") return { reason: "nothing_uploading" };
  if (complete_after_upload) return { reason: "after_upload_chosen_already" };
  return drone_id === null ? { reason: "analysis_without_drone", field: "drone_id" } : null;
}

/** The steps that concern people in this state; the first is the next one. */
export function stepsFrom({
  state,
  complete_after_upload,
}: Pick<Analysis, "state" | "complete_after_upload">): readonly ProgressEvent[] {
  const steps: Record<AnalysisState, readonly ProgressEvent[]> = {
    EMPTY: ["data_completed"],
    UPLOADING: [complete_after_upload ? "after_upload_withdrawn" : "after_upload_chosen"],
    UPLOAD_FAILED: ["data_completed"],
    DATA_INCOMPLETE: ["data_completed"],
    DATA_COMPLETE: ["data_verified", "data_reopened"],
    DATA_COMPLETE_VERIFIED: ["analysis_finished", "data_reopened"],
    PROCESSING: ["analysis_finished"],
    FINISHED: ["analysis_reopened"],
  };
  return steps[state];
}
