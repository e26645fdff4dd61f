// Read-only facts of a plant: its digital twin and the number of its records.
import type { PlantBelongings, PlantStatus } from "../../domain/plant/plant.ts";
import { siteClock } from "../../state/shell/site-clock.ts";
import { formatNumber, t, zoneName } from "../../state/shell/locale.ts";
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
  const { digitized, component_count, last_survey_at, time_zone } = plant;
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
          {last_survey_at ? ` · ${siteClock(time_zone).day(last_survey_at)}` : null}
        </dd>
      </div>
      <div>
        <dt>{t("plants-admin:time_zone.title")}</dt>
        <dd>{zoneWords(time_zone)}</dd>
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

/** The zone by which flights are shown, and what it is taken from. At sea there is no civil time. */
function zoneWords(time_zone: string): string {
  const isAtSea = time_zone.startsWith("Etc/");
  return t(`plants-admin:time_zone.${isAtSea ? "at_sea" : "by_place"}`, {
    zone: zoneName(time_zone),
  });
}
