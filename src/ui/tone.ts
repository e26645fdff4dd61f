// The tone of each condition of a plant.
import type { Tone } from "./notice.tsx";

export const conditionTones = {
  poor: "danger",
  watch: "watch",
  good: "good",
  unknown: "neutral",
  setup: "info",
} as const satisfies Record<string, Tone>;
