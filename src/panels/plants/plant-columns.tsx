// The columns of the plants' table that follow the name.
import { analysisStates, type PlantProgress } from "../../domain/analysis/analysis.ts";
import { lossShare, nextStep, plantSteps, plantsTotal } from "../../domain/plant/portfolio.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { formatLostEnergy } from "../../state/plant/analysis/energy-words.ts";
import { capacityWords } from "../../state/settings/capacity-words.ts";
import {
  lostMoneyWords,
  lostShareWords,
  partlyWords,
  safetyNumber,
} from "../../state/plant/column/portfolio-words.ts";
import { siteClock } from "../../state/shell/site-clock.ts";
import { formatElapsed, formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { stateTones } from "../../ui/tone.ts";
import css from "./plants.module.css";

type Progress = ReadonlyMap<number, PlantProgress> | null;

/**
 * A function, because the titles depend on the language.
 * @param progress how far each plant is; without it the column is left out
 * @param now milliseconds since 1970
 */
export function plantColumns(
  progress: Progress,
  plants: readonly PlantStatus[],
  now: number,
): Column<PlantStatus>[] {
  const isOneCurrency = plantsTotal(plants).money.length < 2;
  return [
    ...(progress ? [progressColumn(progress)] : []),
    {
      id: "technology",
      title: t("plants:column.technology"),
      sortBy: ({ technology }) => t(`plants:technology.${technology}`),
      cell: ({ technology }) => t(`plants:technology.${technology}`),
    },
    {
      id: "nominal_capacity",
      title: t("plants:column.nominal_capacity"),
      numeric: true,
      sortBy: ({ nominal_capacity }) => nominal_capacity,
      cell: (plant) => (
        <span title={plant.capacity_estimated ? t("plants:estimated_title") : undefined}>
          {capacityWords(plant)}
        </span>
      ),
    },
    {
      id: "lost_energy",
      title: t("plants:column.lost_energy"),
      numeric: true,
      sortBy: ({ lost_energy }) => lost_energy?.mwh ?? null,
      cell: ({ lost_energy }) => formatLostEnergy(lost_energy),
    },
    {
      id: "lost_share",
      title: t("plants:column.lost_share"),
      numeric: true,
      sortBy: (plant) => lossShare(plant)?.share ?? null,
      cell: lostShareWords,
    },
    {
      id: "lost_money",
      title: t("plants:column.lost_money"),
      numeric: true,
      // Amounts of several currencies have no order.
      ...(isOneCurrency && {
        sortBy: ({ lost_energy }: PlantStatus) => lost_energy?.money ?? null,
      }),
      cell: lostMoneyWords,
    },
    {
      id: "safety",
      title: t("plants:column.safety"),
      numeric: true,
      sortBy: ({ safety }) => safety?.count ?? null,
      cell: ({ safety }) => safetyNumber(safety),
    },
    {
      id: "next_step",
      title: t("plants:column.next_step"),
      sortBy: (plant) => plantSteps.indexOf(nextStep(plant, now)),
      cell: (plant) => t(`plants:step.${nextStep(plant, now)}`),
    },
    {
      id: "last_survey_at",
      title: t("plants:column.last_survey_at"),
      sortBy: ({ last_survey_at }) => last_survey_at,
      cell: (plant) =>
        plant.last_survey_at ? (
          <span title={formatElapsed(plant.last_survey_at)}>
            {siteClock(plant.time_zone).day(plant.last_survey_at)}{" "}
            <small>{partlyWords(plant)}</small>
          </span>
        ) : (
          "–"
        ),
    },
    {
      id: "analysis_count",
      title: t("plants:column.analysis_count"),
      numeric: true,
      sortBy: ({ analysis_count }) => analysis_count,
      cell: ({ analysis_count }) => formatNumber(analysis_count),
    },
    {
      id: "component_count",
      title: t("plants:column.component_count"),
      numeric: true,
      sortBy: ({ component_count }) => component_count,
      cell: ({ component_count }) => formatNumber(component_count),
    },
    {
      id: "area_ha",
      title: t("plants:column.area_ha"),
      numeric: true,
      sortBy: ({ area_ha }) => area_ha,
      cell: ({ area_ha }) => (area_ha === null ? "–" : formatNumber(area_ha, 0)),
    },
    {
      id: "customer_name",
      title: t("plants:column.customer_name"),
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => customer_name,
    },
  ];
}

/** The step that a plant has reached: before its first analysis the setup, then the state of the newest one. */
function progressColumn(progress: ReadonlyMap<number, PlantProgress>): Column<PlantStatus> {
  const orderOf = ({ id }: PlantStatus) => {
    const one = progress.get(id);
    if (!one) return null;
    if (!one.digitized) return -2;
    return one.newest_analysis ? analysisStates.indexOf(one.newest_analysis.state) : -1;
  };
  return {
    id: "progress",
    title: t("plants:column.progress"),
    sortBy: orderOf,
    cell: ({ id }) => {
      const one = progress.get(id);
      if (!one) return "–";
      const { setup_phase, digitized, newest_analysis } = one;
      return (
        <span className={css.progress}>
          {setup_phase ? <Badge tone="info">{t("plants:progress.setup")}</Badge> : null}
          {digitized ? null : <Badge tone="watch">{t("plants:progress.no_twin")}</Badge>}
          {newest_analysis ? (
            <Badge tone={stateTones[newest_analysis.state]}>
              {t(`analyses:state.${newest_analysis.state}`)}
            </Badge>
          ) : (
            <Badge tone="neutral">{t("plants:progress.no_analysis")}</Badge>
          )}
          {newest_analysis ? <small>{newest_analysis.name}</small> : null}
        </span>
      );
    },
  };
}
