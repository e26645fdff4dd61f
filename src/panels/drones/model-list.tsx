// The list of drone models.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Drone as DroneIcon } from "lucide-react";
import type { DroneModel } from "../../domain/provider/drone-model.ts";
import { droneModelRecords } from "../../state/settings/drone-model.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { ModelForm } from "./model-form.tsx";
import { useRecordFilter } from "./record-filter.tsx";
import css from "./drones.module.css";

const filters = {
  all: () => true,
  supported: ({ supported }: DroneModel) => supported,
  unsupported: ({ supported }: DroneModel) => !supported,
  used: ({ drone_count }: DroneModel) => drone_count > 0,
} as const;

const textOf = ({ name, abbreviation, vendor }: DroneModel) => `${name} ${abbreviation} ${vendor}`;

export function ModelList() {
  const ask = useAtomValue(askAtom);
  const filter = useRecordFilter(filters, (id) => t(`drone:model.filter.${id}`));
  const columns = useMemo(() => modelColumns(), []);
  return (
    <RecordPanel
      records={droneModelRecords}
      columns={columns}
      sort={{ column: "name", falling: false }}
      textOf={textOf}
      {...filter}
      form={ModelForm}
      create={ask("droneModel.create")}
      icon={<DroneIcon size={22} aria-hidden="true" />}
      words={{
        label: t("drone:tab.models"),
        create: t("drone:model.new"),
        none: t("drone:model.none.title"),
        noneText: t("drone:model.none.text"),
      }}
    />
  );
}

function modelColumns(): Column<DroneModel>[] {
  return [
    {
      id: "name",
      title: t("drone:field.name"),
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <span className={css.name} title={name}>
          {name}
        </span>
      ),
    },
    {
      id: "abbreviation",
      title: t("drone:field.abbreviation"),
      from: 420,
      width: "5.5rem",
      sortBy: ({ abbreviation }) => abbreviation,
      cell: ({ abbreviation }) => abbreviation,
    },
    {
      id: "vendor",
      title: t("drone:field.vendor"),
      from: 780,
      width: "6rem",
      sortBy: ({ vendor }) => vendor,
      cell: ({ vendor }) => vendor,
    },
    {
      id: "flight_time",
      title: t("drone:field.flight_time"),
      from: 560,
      width: "7rem",
      numeric: true,
      sortBy: ({ flight_time }) => flight_time,
      cell: ({ flight_time }) =>
        flight_time === null
          ? "–"
          : t("drone:minutes", { count: flight_time, value: formatNumber(flight_time) }),
    },
    {
      id: "cameras",
      title: t("drone:camera.title"),
      from: 700,
      width: "9rem",
      cell: ({ cameras }) =>
        [...new Set(cameras.map(({ kind }) => t(`drone:camera.${kind}`)))].join(", ") || "–",
    },
    {
      id: "drone_count",
      title: t("drone:field.drone_count"),
      from: 480,
      width: "5.5rem",
      numeric: true,
      sortBy: ({ drone_count }) => drone_count,
      cell: ({ drone_count }) => formatNumber(drone_count),
    },
    {
      id: "supported",
      title: t("drone:field.state"),
      width: "7.5rem",
      sortBy: ({ supported }) => Number(!supported),
      cell: ({ supported }) =>
        supported ? (
          <Badge tone="good">{t("drone:state.supported")}</Badge>
        ) : (
          <Badge>{t("drone:state.unsupported")}</Badge>
        ),
    },
  ];
}
