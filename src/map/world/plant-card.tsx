// The card of a plant on the world map.
import { useState } from "react";
import { X } from "lucide-react";
import { plantCondition } from "../../domain/plant/plant-condition.ts";
import { nextStep } from "../../domain/plant/portfolio.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { capacityWords } from "../../state/settings/capacity-words.ts";
import { conditionWords, lostEnergyWords } from "../../state/plant/column/condition-words.ts";
import { lostMoneyAYear } from "../../state/plant/analysis/energy-words.ts";
import { ageWords, lossLine, safetyLine } from "../../state/plant/column/portfolio-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { conditionTones } from "../../ui/tone.ts";
import css from "./world-map.module.css";

export function PlantCard({
  plant,
  onOpen,
  onClose,
}: {
  plant: PlantStatus;
  onOpen: () => void;
  onClose: () => void;
}) {
  const condition = plantCondition(plant);
  const [now] = useState(Date.now);
  return (
    <section className={css.card} aria-label={plant.name}>
      <header>
        <h2>{plant.name}</h2>
        <IconButton label={t("shell:close")} size="sm" onPress={onClose}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </header>
      <p className={css.cardLead}>
        {t(`plants:technology.${plant.technology}`)} · {capacityWords(plant)} MW
      </p>
      <p>
        <Badge tone={conditionTones[condition]}>{conditionWords(plant)}</Badge>{" "}
        {ageWords(plant) ?? t("plants:never_surveyed")}
      </p>
      {plant.last_survey_at ? (
        <p>
          {lostEnergyWords(plant)}
          {plant.lost_energy ? ` · ${lostMoneyAYear(plant.lost_energy)}` : null}
        </p>
      ) : null}
      {plant.last_survey_at ? (
        <p>
          {lossLine(plant)} · {safetyLine(plant)}
        </p>
      ) : null}
      <p>{t("plants:next_step", { step: t(`plants:step.${nextStep(plant, now)}`) })}</p>
      <Button kind="primary" onPress={onOpen}>
        {t("plants:open")}
      </Button>
    </section>
  );
}
