// The table view of the plants. The choice of columns is stored.
import { useMemo, useState } from "react";
import { useAtom, useAtomValue } from "jotai";
import { Columns3, Ellipsis, Trash2 } from "lucide-react";
import { Link } from "wouter";
import { plantCondition } from "../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { conditionWords } from "../../state/plant/column/condition-words.ts";
import { plantColumnsAtom, plantProgressAtom } from "../../state/settings/plants.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { Menu, Popover } from "../../ui/overlay.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { conditionTones } from "../../ui/tone.ts";
import { plantColumns } from "./plant-columns.tsx";
import { RemovePlant } from "./remove-plant.tsx";
import css from "./plants.module.css";

export function PlantsTable({ plants }: { plants: readonly PlantStatus[] }) {
  const ask = useAtomValue(askAtom);
  const progress = useAtomValue(plantProgressAtom);
  const [hidden, setHidden] = useAtom(plantColumnsAtom);
  const [removing, setRemoving] = useState<PlantStatus | null>(null);
  const [now] = useState(Date.now);
  const canRemove = !ask("plant.remove", { analysis_count: 0 })?.isHidden;
  const columns = useMemo((): Column<PlantStatus>[] => {
    const shown = plantColumns(progress, plants, now).filter(({ id }) => !hidden.includes(id));
    return [nameColumn(), ...shown, ...(canRemove ? [actionsColumn(setRemoving)] : [])];
  }, [hidden, canRemove, progress, plants, now]);
  return (
    <div className={css.tableView}>
      <div className={css.tools}>
        <p>
          {t("plants:ranked")} {t("plants:expected")}
        </p>
        <Popover
          label={t("plants:columns")}
          trigger={
            <Button size="sm" kind="quiet" icon={<Columns3 size={14} aria-hidden="true" />}>
              {t("plants:columns")}
            </Button>
          }
        >
          <ul>
            {plantColumns(progress, plants, now).map(({ id, title }) => (
              <li key={id}>
                <Checkbox
                  isSelected={!hidden.includes(id)}
                  onChange={(isShown) =>
                    setHidden(isShown ? hidden.filter((one) => one !== id) : [...hidden, id])
                  }
                >
                  {title}
                </Checkbox>
              </li>
            ))}
          </ul>
        </Popover>
      </div>
      <DataTable
        label={t("plants:title")}
        columns={columns}
        rows={plants}
        rowId={({ id }) => id}
        sort={{ column: "lost_energy", falling: true }}
      />
      {removing ? <RemovePlant plant={removing} onClose={() => setRemoving(null)} /> : null}
    </div>
  );
}

function nameColumn(): Column<PlantStatus> {
  return {
    id: "name",
    title: t("plants:column.name"),
    sortBy: ({ name }) => name,
    cell: (plant) => (
      <span className={css.name}>
        <Link href={`/plant/${plant.id}`}>{plant.name}</Link>
        <Badge tone={conditionTones[plantCondition(plant)]}>{conditionWords(plant)}</Badge>
      </span>
    ),
  };
}

function actionsColumn(onRemove: (plant: PlantStatus) => void): Column<PlantStatus> {
  return {
    id: "acts",
    title: t("plants:acts_column"),
    titleHidden: true,
    cell: (plant) => (
      <Menu
        label={t("plants:acts", { name: plant.name })}
        groups={[
          {
            entries: [
              {
                id: "remove",
                label: t("plants:remove.act"),
                tone: "danger",
                icon: <Trash2 size={15} aria-hidden="true" />,
                isDisabled: plant.analysis_count > 0,
                ...(plant.analysis_count > 0 ? { hint: t("plants:remove.has_analyses") } : {}),
                run: () => onRemove(plant),
              },
            ],
          },
        ]}
      >
        <IconButton label={t("plants:acts", { name: plant.name })} size="sm">
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Menu>
    ),
  };
}
