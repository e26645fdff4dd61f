// The condition of a plant in one word, for its symbol on the world map and its row in the list.
import type { PlantStatus } from "./plant.ts";

/** In the order of urgency, worst first. */
export const plantConditions = ["poor", "watch", "good", "unknown", "setup"] as const;
export type PlantCondition = (typeof plantConditions)[number];

/** Share of components with severity 2 or 3 in the worst key figure, from which the condition applies. */
const POOR_FROM = 0.05;
const WATCH_FROM = 0.01;

/** The worst key figure of the newest analysis, or undefined. */
export function worstKeyFigure(plant: Pick<PlantStatus, "worst_key_figures">) {
  return plant.worst_key_figures.toSorted((a, b) => b.poor_share - a.poor_share)[0];
}

/** `setup` while a plant is set up and has no key figures with limits, `unknown` later. */
export function plantCondition(
  plant: Pick<PlantStatus, "worst_key_figures" | "setup_phase">,
): PlantCondition {
  const worst = worstKeyFigure(plant);
  if (worst === undefined) {
    return plant.setup_phase ? "setup" : "unknown";
  }
  if (worst.poor_share >= POOR_FROM) return "poor";
  return worst.poor_share >= WATCH_FROM ? "watch" : "good";
}
