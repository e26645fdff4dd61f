// The tone of each state of an analysis.
import type { AnalysisState } from "../../domain/analysis/analysis.ts";
import type { Tone } from "../../ui/notice.tsx";

export const stateTones: Record<AnalysisState, Tone> = {
  EMPTY: "neutral",
  UPLOADING: "info",
  UPLOAD_FAILED: "danger",
  DATA_INCOMPLETE: "watch",
  DATA_COMPLETE: "info",
  DATA_COMPLETE_VERIFIED: "info",
  PROCESSING: "info",
  FINISHED: "good",
};
