// The plants beside the world map, the most urgent first.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { LocateFixed } from "lucide-react";
import { Link } from "wouter";
import { plantCondition, plantConditions } from "../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { highlightedPlantAtom } from "../../state/settings/plants.ts";
import { nextStep } from "../../domain/plant/portfolio.ts";
import { lostMoneyAYear } from "../../state/plant/analysis/energy-words.ts";
import { ageWords, lossLine, stepWords } from "../../state/plant/column/portfolio-words.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { conditionTones } from "../../ui/tone.ts";
import css from "./plants.module.css";

export function PlantsList({ plants }: { plants: readonly PlantStatus[] }) {
  const highlight = useSetAtom(highlightedPlantAtom);
  const [now] = useState(Date.now);
  return (
    <nav className={css.list} aria-label={t("plants:list.title")}>
      <ul>
        {plants
          .toSorted((a, b) => byUrgency(a, b, now))
          .map((plant) => (
            <li key={plant.id}>
              <Link href={`/plant/${plant.id}`}>
                <span>
                  <strong>{plant.name}</strong>
                  <Badge tone={conditionTones[plantCondition(plant)]}>
                    {t(`plants:condition.${plantCondition(plant)}`)}
                  </Badge>
                </span>
                <small>{lineOf(plant)}</small>
                {plant.last_survey_at ? <small>{ageWords(plant)}</small> : null}
                <small>{t("plants:next_step", { step: stepWords(plant, now) })}</small>
              </Link>
              <IconButton
                size="sm"
                label={t("plants:list.locate", { name: plant.name })}
                // Chosen again after the map has moved on, it is shown again.
                onPress={() => {
                  highlight(null);
                  queueMicrotask(() => highlight(plant.id));
                }}
              >
                <LocateFixed size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Dangers first, then by lost energy where it is known, then by condition, then by name. */
function byUrgency(a: PlantStatus, b: PlantStatus, now: number): number {
  const isSafe = (plant: PlantStatus) => (nextStep(plant, now) === "safety" ? 0 : 1);
  const place = (plant: PlantStatus) => plant.energy_rank ?? Number.MAX_SAFE_INTEGER;
  const condition = (plant: PlantStatus) => plantConditions.indexOf(plantCondition(plant));
  return (
    isSafe(a) - isSafe(b) ||
    place(a) - place(b) ||
    condition(a) - condition(b) ||
    a.name.localeCompare(b.name)
  );
}

/** What it loses; a plant that is set up or was never surveyed says its technology. */
function lineOf(plant: PlantStatus): string {
  if (plant.last_survey_at === null) return t(`plants:technology.${plant.technology}`);
  const { lost_energy } = plant;
  const money = lost_energy === null ? "" : ` · ${lostMoneyAYear(lost_energy)}`;
  return lossLine(plant) + money;
}
