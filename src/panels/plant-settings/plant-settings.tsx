// Settings of one plant: custom properties of its components, key figures, blueprints.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useParams, useSearchParams } from "wouter";
import { leave } from "../../state/shell/leave.ts";
import { faultWords, problemWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { reloadSettingsPlant, settingsPlantOf } from "../../state/settings/plant-settings.ts";
import { settingsSections } from "../../state/plant/settings-sections.ts";
import { highlightedPlantAtom } from "../../state/settings/plants.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Batches } from "./batches.tsx";
import { Blueprints } from "./blueprints.tsx";
import { EvaluationLimits } from "./evaluation-limits.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { Losses } from "./losses.tsx";
import { Models } from "./models.tsx";
import { Properties } from "./properties.tsx";
import { Terrain } from "./terrain.tsx";
import css from "./plant-settings.module.css";

const bodies = {
  properties: Properties,
  key_figures: KeyFigures,
  blueprints: Blueprints,
  terrain: Terrain,
  models: Models,
  evaluation: EvaluationLimits,
  losses: Losses,
  batches: Batches,
} as const;

export function PlantSettings() {
  const { id } = useParams<{ id: string }>();
  const plantId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
  const plant = useAtomValue(settingsPlantOf(plantId));
  const ask = useAtomValue(askAtom);
  const [query, setQuery] = useSearchParams();
  const mark = useSetAtom(highlightedPlantAtom);
  useEffect(() => {
    mark(plantId);
    return () => mark(null);
  }, [mark, plantId]);
  if (plant.state === "failed") {
    const { code, title, details } = faultWords(plant.fault);
    const isMissing = code === "RESOURCE_NOT_FOUND" || code === "BAD_REQUEST";
    return (
      <ErrorState
        title={isMissing ? t("plant:missing.title") : title}
        details={isMissing ? [t("plant:missing.text")] : details}
        actions={
          isMissing ? null : (
            <Button kind="primary" onPress={() => void reloadSettingsPlant(plantId)}>
              {t("shell:retry")}
            </Button>
          )
        }
      />
    );
  }
  if (plant.state !== "ready") {
    return <Skeleton label={t("shell:loading")} lines={8} />;
  }
  const offered = settingsSections.filter(({ shows }) => ask(shows) === null);
  const section = offered.find((one) => one.id === query.get("section")) ?? offered[0];
  // A role that may change what it may not read.
  if (!section) return <ErrorState title={problemWords({ reason: "permission_missing" })} />;
  const Body = bodies[section.id];
  return (
    <div className={css.settings}>
      <header className={css.head}>
        <h2>{plant.value.name}</h2>
        <Segments
          label={t("plant-settings:sections")}
          value={section.id}
          onChange={(next) => leave(() => setQuery({ section: next }))}
          options={offered.map((one) => ({
            id: one.id,
            label: t(`plant-settings:section.${one.id}`),
          }))}
        />
      </header>
      <div className={css.section}>
        <Body key={plantId} plant={plant.value} />
      </div>
    </div>
  );
}
