// The columns of the plants' table that follow the name.
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { worstKeyFigure } from "../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { formatLostEnergy } from "../../state/plant/analysis/energy-words.ts";
import { formatDate, formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import type { Column } from "../../ui/table/data-table.tsx";

/** A function, because the titles depend on the language. */
export function plantColumns(): Column<PlantStatus>[] {
  return [
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
      cell: ({ nominal_capacity }) => formatNumber(nominal_capacity, 1),
    },
    {
      id: "lost_energy",
      title: t("plants:column.lost_energy"),
      numeric: true,
      sortBy: ({ lost_energy }) => lost_energy?.mwh ?? null,
      cell: ({ lost_energy }) => formatLostEnergy(lost_energy),
    },
    {
      id: "worst",
      title: t("plants:column.worst"),
      sortBy: (plant) => worstKeyFigure(plant)?.poor_share ?? null,
      cell: (plant) => {
        const worst = worstKeyFigure(plant);
        const keyFigure = worst && keyFigureById(worst.key_figure_id);
        return keyFigure
          ? `${formatShare(worst.poor_share)} · ${t(`key-figure:${keyFigure.key}.name`)}`
          : "–";
      },
    },
    {
      id: "last_survey_at",
      title: t("plants:column.last_survey_at"),
      sortBy: ({ last_survey_at }) => last_survey_at,
      cell: ({ last_survey_at }) => (last_survey_at ? formatDate(last_survey_at) : "–"),
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
