// Read-only facts of a plant: its digital twin and the number of its records.
import type { PlantBelongings, PlantStatus } from "../../domain/plant/plant.ts";
import { siteClock } from "../../state/shell/site-clock.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import css from "./plant-form.module.css";

export function PlantFacts({
  plant,
  belongings,
}: {
  plant: PlantStatus;
  /** Undefined while loading. */
  belongings: PlantBelongings | undefined;
}) {
  const count = (value: number | undefined) => (value === undefined ? "…" : formatNumber(value));
  const { digitized, component_count, last_survey_at } = plant;
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t("plants-admin:column.digitized")}</dt>
        <dd>
          <Badge tone={digitized ? "good" : "neutral"}>{t(`plants-admin:is.${digitized}`)}</Badge>
          {digitized
            ? t("plants-admin:components", {
                count: component_count,
                number: formatNumber(component_count),
              })
            : null}
        </dd>
      </div>
      <div>
        <dt>{t("plants-admin:column.analysis_count")}</dt>
        <dd>
          {count(belongings?.analysis_count)}
          {last_survey_at ? ` · ${siteClock(plant.time_zone).day(last_survey_at)}` : null}
        </dd>
      </div>
      <div>
        <dt>{t("plant-settings:section.blueprints")}</dt>
        <dd>{count(belongings?.blueprint_count)}</dd>
      </div>
      <div>
        <dt>{t("component:properties")}</dt>
        <dd>{count(belongings?.property_count)}</dd>
      </div>
      <div>
        <dt>{t("plants-admin:assigned")}</dt>
        <dd>{count(belongings?.user_count)}</dd>
      </div>
    </dl>
  );
}
