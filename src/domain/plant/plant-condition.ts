// The condition of a plant in one word, for its symbol on the world map and its row in the list.
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { PlantStatus } from "./plant.ts";

/** In the order of urgency, worst first. */
export const plantConditions = ["poor", "watch", "good", "unknown", "setup"] as const;
export type PlantCondition = (typeof plantConditions)[number];

/** Share of components with severity 2 or 3 in the worst key figure, from which the condition applies. */
const POOR_FROM = 0.05;
const WATCH_FROM = 0.01;
/** The plants that need action together lose at least this part of the energy. */
const ACTION_SHARE = 0.5;

/** What advises and judges no component: a plant that is worth cleaning is not broken, and its dust is in the losses. */
const advice: ReadonlySet<number> = new Set(
  ["cleaning_advice"].flatMap((key) => keyFigureByKey(key)?.id ?? []),
);

/** The worst key figure of the newest analysis that judges components, else the worst of all; undefined without any. */
export function worstKeyFigure(plant: Pick<PlantStatus, "worst_key_figures">) {
  const all = plant.worst_key_figures.toSorted((a, b) => b.poor_share - a.poor_share);
  return all.find(({ key_figure_id }) => !advice.has(key_figure_id)) ?? all[0];
}

const hasPoor = (plant: Pick<PlantStatus, "worst_key_figures">) =>
  (worstKeyFigure(plant)?.poor_share ?? 0) >= POOR_FROM;

type Ranked = Pick<PlantStatus, "id" | "lost_energy" | "worst_key_figures">;
export type EnergyPlace = Pick<PlantStatus, "energy_rank" | "needs_action">;

/**
 * The place of each plant by lost energy, most first, by ID. Of the plants with many poor components, those need
 * action that together lose half of the energy of all of them. Where the energy is not known, nothing speaks
 * against it.
 */
export function rankByEnergy(plants: readonly Ranked[]): Map<number, EnergyPlace> {
  const energyOf = ({ lost_energy }: Ranked) => lost_energy?.mwh ?? 0;
  const known = plants
    .filter(({ lost_energy }) => lost_energy !== null)
    .toSorted((a, b) => energyOf(b) - energyOf(a) || a.id - b.id);
  const rank = new Map(known.map(({ id }, at) => [id, at + 1]));
  const poor = known.filter(hasPoor);
  const all = poor.reduce((sum, plant) => sum + energyOf(plant), 0);
  const urgent = new Set<number>();
  let counted = 0;
  for (const plant of poor) {
    if (urgent.size > 0 && counted >= all * ACTION_SHARE) break;
    urgent.add(plant.id);
    counted += energyOf(plant);
  }
  return new Map(
    plants.map((plant) => {
      const energy_rank = rank.get(plant.id) ?? null;
      const needs_action = energy_rank === null ? hasPoor(plant) : urgent.has(plant.id);
      return [plant.id, { energy_rank, needs_action }];
    }),
  );
}

/** `setup` while a plant is set up and has no key figures with limits, `unknown` later. */
export function plantCondition(
  plant: Pick<PlantStatus, "worst_key_figures" | "setup_phase" | "needs_action" | "safety">,
): PlantCondition {
  const worst = worstKeyFigure(plant);
  if (worst === undefined) {
    return plant.setup_phase ? "setup" : "unknown";
  }
  if (plant.needs_action) return "poor";
  // Five dangerous modules of a hundred thousand are few, and no plant that has them is good.
  const hasDangers = (plant.safety?.count ?? 0) > 0;
  return hasDangers || worst.poor_share >= WATCH_FROM ? "watch" : "good";
}
