// The columns of the plant administration.
import { Check, Minus } from "lucide-react";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { capacityWords } from "../../state/settings/capacity-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import css from "./plant-form.module.css";

/** "Fixed, South, 25°", "Tracked", "–" for troughs. */
export function mountingWords(plant: PlantStatus): string {
  const { technology, mounting_type, mounting_orientation, module_inclination } = plant;
  if (technology === "parabolic_trough" || mounting_type === null) return "–";
  const parts = [t(`plant:mounting_type.${mounting_type}`)];
  if (mounting_orientation) parts.push(t(`plant:mounting_orientation.${mounting_orientation}`));
  if (module_inclination !== null) parts.push(`${formatNumber(module_inclination, 0)}°`);
  return parts.join(", ");
}

function YesNo({ is }: { is: boolean }) {
  const Icon = is ? Check : Minus;
  return (
    <span className={is ? css.yes : css.no} role="img" aria-label={t(`plants-admin:is.${is}`)}>
      <Icon size={15} aria-hidden="true" />
    </span>
  );
}

const flag = (
  id: "drone_in_a_box" | "digitized",
  from: number,
  width: string,
): Column<PlantStatus> => ({
  id,
  title: t(`plants-admin:column.${id}`),
  width,
  from,
  sortBy: (plant) => (plant[id] ? 0 : 1),
  cell: (plant) => <YesNo is={plant[id]} />,
});

/** A function, because the titles depend on the language. */
export function adminColumns(): Column<PlantStatus>[] {
  return [
    {
      id: "name",
      title: t("plants:column.name"),
      sortBy: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
    },
    {
      id: "customer_name",
      title: t("plants:column.customer_name"),
      from: 420,
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => customer_name,
    },
    {
      id: "technology",
      title: t("plants:column.technology"),
      from: 560,
      width: "8.5rem",
      sortBy: ({ technology }) => t(`plants:technology.${technology}`),
      cell: ({ technology }) => t(`plants:technology.${technology}`),
    },
    {
      id: "nominal_capacity",
      title: t("plants:column.nominal_capacity"),
      from: 340,
      width: "7rem",
      numeric: true,
      sortBy: ({ nominal_capacity }) => nominal_capacity,
      cell: (plant) => (
        <span title={plant.capacity_estimated ? t("plants:estimated_title") : undefined}>
          {capacityWords(plant)}
        </span>
      ),
    },
    {
      id: "mounting",
      title: t("plants-admin:column.mounting"),
      from: 820,
      sortBy: mountingWords,
      cell: mountingWords,
    },
    {
      id: "setup_phase",
      title: t("plants-admin:column.setup_phase"),
      from: 660,
      width: "7.5rem",
      sortBy: ({ setup_phase }) => (setup_phase ? 0 : 1),
      cell: ({ setup_phase }) =>
        setup_phase ? (
          <Badge tone="watch">{t("plants-admin:setup.in_setup")}</Badge>
        ) : (
          t("plants-admin:setup.in_operation")
        ),
    },
    flag("digitized", 740, "6.5rem"),
    flag("drone_in_a_box", 920, "8.5rem"),
    {
      id: "analysis_count",
      title: t("plants-admin:column.analysis_count"),
      from: 480,
      width: "6rem",
      numeric: true,
      sortBy: ({ analysis_count }) => analysis_count,
      cell: ({ analysis_count }) => formatNumber(analysis_count),
    },
  ];
}
