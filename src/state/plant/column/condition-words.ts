// The condition of a plant as text in the current language.
import { plantCondition } from "../../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../../domain/plant/plant.ts";
import { t } from "../../shell/locale.ts";
import { formatLostEnergy } from "../analysis/energy-words.ts";

type Judged = Parameters<typeof plantCondition>[0] & Pick<PlantStatus, "energy_rank">;

/** "Watch", "Needs action (no. 1)": the rank by lost energy. */
export function conditionWords(plant: Judged): string {
  const condition = plantCondition(plant);
  const name = t(`plants:condition.${condition}`);
  const { energy_rank: rank } = plant;
  return condition === "poor" && rank !== null ? `${name} (${t("plants:rank", { rank })})` : name;
}

/** "Lost energy: 12.4 GWh/a, no. 1 of your plants". */
export function lostEnergyWords(plant: Pick<PlantStatus, "lost_energy" | "energy_rank">): string {
  const { lost_energy, energy_rank: rank } = plant;
  if (lost_energy === null) return t("plants:lost_energy_unknown");
  return t("plants:lost_energy", { energy: formatLostEnergy(lost_energy), rank: rank ?? 0 });
}
