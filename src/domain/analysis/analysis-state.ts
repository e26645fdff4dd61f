// The state machine of an analysis: which event leads from which state to which, and what stands against it.
// Browser and server read the same table; decisions/analysis-state.md explains the order.
import type { Refusal } from "../error.ts";
import { analysisStates, type AnalysisState } from "./analysis.ts";

/** What is known of an analysis when its state is to change. */
export type StateFacts = {
  readonly state: AnalysisState;
  readonly drone_id: number | null;
  /** Files that were uploaded completely; at least whether there is one. */
  readonly file_count: number;
  /** Uploads that have begun and not ended; at least whether there is one. */
  readonly running_uploads: number;
  /** Files that the viewer has chosen and not sent; only the browser knows of them. */
  readonly selected_files?: number;
};

type Transition = {
  readonly from: readonly AnalysisState[];
  /** A function where the next state depends on the facts. */
  readonly to: AnalysisState | ((facts: StateFacts) => AnalysisState);
  refusal?(facts: StateFacts): Refusal | null;
};

const uploadable = ["EMPTY", "UPLOADING", "UPLOAD_FAILED", "DATA_INCOMPLETE"] as const;

const withoutUpload = ({ file_count }: StateFacts): AnalysisState =>
  file_count === 0 ? "EMPTY" : "DATA_INCOMPLETE";

/** Why the data cannot be complete yet, or null. */
export function dataCompleteRefusal(facts: StateFacts): Refusal | null {
  if (facts.drone_id === null) return { reason: "analysis_without_drone", field: "drone_id" };
  if (facts.selected_files) return { reason: "analysis_files_selected" };
  if (facts.running_uploads > 0) return { reason: "analysis_uploading" };
  return facts.file_count === 0 ? { reason: "analysis_without_files" } : null;
}

export const stateTransitions = {
  /** An upload was begun. */
  upload_started: { from: uploadable, to: "UPLOADING" },
  /** One upload ended well; the state changes when it was the last. */
  upload_finished: {
    from: ["UPLOADING", "UPLOAD_FAILED"],
    to: (facts) => (facts.running_uploads > 0 ? "UPLOADING" : withoutUpload(facts)),
  },
  /** An upload was refused when it finished, or it expired. */
  upload_failed: { from: ["UPLOADING"], to: "UPLOAD_FAILED" },
  upload_cancelled: {
    from: ["UPLOADING", "UPLOAD_FAILED"],
    to: (facts) => (facts.running_uploads > 0 ? "UPLOADING" : withoutUpload(facts)),
  },
  /** Files were deleted, moved, or added without an upload in chunks. */
  files_changed: {
    from: uploadable,
    to: (facts) => (facts.running_uploads > 0 ? "UPLOADING" : withoutUpload(facts)),
  },
  data_completed: {
    from: ["UPLOADING", "UPLOAD_FAILED", "DATA_INCOMPLETE"],
    to: "DATA_COMPLETE",
    refusal: dataCompleteRefusal,
  },
  /** Files are missing after all. */
  data_reopened: { from: ["DATA_COMPLETE", "DATA_COMPLETE_VERIFIED"], to: withoutUpload },
  data_verified: { from: ["DATA_COMPLETE"], to: "DATA_COMPLETE_VERIFIED" },
  evaluation_started: { from: ["DATA_COMPLETE_VERIFIED", "PROCESSING"], to: "PROCESSING" },
  evaluation_failed: { from: ["PROCESSING"], to: "DATA_COMPLETE_VERIFIED" },
  analysis_finished: { from: ["DATA_COMPLETE_VERIFIED", "PROCESSING"], to: "FINISHED" },
  analysis_reopened: { from: ["FINISHED"], to: "PROCESSING" },
} as const satisfies Record<string, Transition>;

export type StateEvent = keyof typeof stateTransitions;
export const stateEvents = Object.keys(stateTransitions) as readonly StateEvent[];

/** The next state, or why the event is refused in this one. */
export function nextState(
  event: StateEvent,
  facts: StateFacts,
): { readonly state: AnalysisState } | { readonly refusal: Refusal } {
  const transition: Transition = stateTransitions[event];
  if (!transition.from.includes(facts.state)) {
    return { refusal: { reason: "analysis_state_wrong", values: { state: facts.state } } };
  }
  const refusal = transition.refusal?.(facts) ?? null;
  if (refusal) return { refusal };
  const { to } = transition;
  return { state: typeof to === "function" ? to(facts) : to };
}

/** Why the event is refused now, or null. */
export function stateEventRefusal(event: StateEvent, facts: StateFacts): Refusal | null {
  const next = nextState(event, facts);
  return "refusal" in next ? next.refusal : null;
}

/** False where a state ends the choice that the data are complete after the upload: it was made for that upload. */
export function keepsUploadChoice(state: AnalysisState): boolean {
  return state === "UPLOADING" || state === "UPLOAD_FAILED";
}

/** Why files cannot be uploaded, deleted or moved any more, or null. */
export function fileChangeRefusal({ state }: Pick<StateFacts, "state">): Refusal | null {
  const isOpen = (uploadable as readonly AnalysisState[]).includes(state);
  return isOpen ? null : { reason: "analysis_data_complete" };
}

/** True from data complete on: package and drone are then changed by super admins alone. */
export function isDataComplete(state: AnalysisState): boolean {
  return analysisStates.indexOf(state) >= analysisStates.indexOf("DATA_COMPLETE");
}
