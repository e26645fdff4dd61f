// The tone of each condition of a plant.
import type { Tone } from "./notice.tsx";

export const conditionTones = {
  poor: "danger",
  watch: "watch",
  good: "good",
  unknown: "neutral",
  setup: "info",
} as const satisfies Record<string, Tone>;

/** The tone of each state of an analysis. */
export const stateTones = {
  EMPTY: "neutral",
  UPLOADING: "info",
  UPLOAD_FAILED: "danger",
  DATA_INCOMPLETE: "watch",
  DATA_COMPLETE: "info",
  DATA_COMPLETE_VERIFIED: "info",
  PROCESSING: "info",
  FINISHED: "good",
} as const satisfies Record<string, Tone>;
