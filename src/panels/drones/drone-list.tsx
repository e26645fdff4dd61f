// The list of drones, with a filter by state.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Drone as DroneIcon } from "lucide-react";
import { isAvailable, type Drone } from "../../domain/provider/drone.ts";
import { droneRecords } from "../../state/settings/drone.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { DroneForm } from "./drone-form.tsx";
import { DroneImport } from "./drone-import.tsx";
import { useRecordFilter } from "./record-filter.tsx";
import css from "./drones.module.css";

const filters = {
  all: () => true,
  available: isAvailable,
  retired: ({ retired }: Drone) => retired,
  generic: ({ generic }: Drone) => generic,
  unsupported: ({ supported }: Drone) => !supported,
} as const;

const textOf = (drone: Drone) =>
  [
    drone.internal_identifier,
    drone.serial_number,
    drone.model_name,
    drone.model_abbreviation,
    drone.customer_name ?? t("drone:provider"),
  ].join(" ");

export function DroneList() {
  const ask = useAtomValue(askAtom);
  const filter = useRecordFilter(filters, (id) => t(`drone:filter.${id}`));
  const columns = useMemo(() => droneColumns(), []);
  return (
    <RecordPanel
      records={droneRecords}
      columns={columns}
      sort={{ column: "internal_identifier", falling: false }}
      textOf={textOf}
      {...filter}
      form={DroneForm}
      create={ask("drone.create")}
      actions={<DroneImport />}
      icon={<DroneIcon size={22} aria-hidden="true" />}
      words={{
        label: t("desk:drone.title"),
        create: t("desk:drone.new"),
        none: t("drone:none.title"),
        noneText: t("drone:none.text"),
      }}
    />
  );
}

function droneColumns(): Column<Drone>[] {
  return [
    {
      id: "internal_identifier",
      title: t("drone:field.internal_identifier"),
      sortBy: ({ internal_identifier }) => internal_identifier,
      cell: ({ internal_identifier }) => (
        <span className={css.name} title={internal_identifier}>
          {internal_identifier}
        </span>
      ),
    },
    {
      id: "model",
      title: t("drone:field.model"),
      width: "6rem",
      sortBy: ({ model_abbreviation }) => model_abbreviation,
      cell: ({ model_abbreviation, model_name }) => (
        <span title={model_name}>{model_abbreviation}</span>
      ),
    },
    {
      id: "customer",
      title: t("drone:field.customer"),
      from: 460,
      width: "9rem",
      sortBy: ({ customer_name }) => customer_name ?? "",
      cell: ({ customer_name }) => customer_name ?? t("drone:provider"),
    },
    {
      id: "serial_number",
      title: t("drone:field.serial_number"),
      from: 620,
      width: "11rem",
      sortBy: ({ serial_number }) => serial_number,
      cell: ({ serial_number }) => <code>{serial_number || "–"}</code>,
    },
    {
      id: "type",
      title: t("drone:field.type"),
      from: 780,
      width: "8rem",
      sortBy: ({ type }) => t(`drone:type.${type}`),
      cell: ({ type }) => t(`drone:type.${type}`),
    },
    {
      id: "state",
      title: t("drone:field.state"),
      width: "8rem",
      sortBy: (drone) => `${drone.retired}${!drone.supported}${drone.generic}`,
      cell: (drone) => <DroneState drone={drone} />,
    },
  ];
}

/** The state to show. Retired takes precedence over all others. */
function DroneState({ drone }: { drone: Drone }) {
  if (drone.retired) return <Badge>{t("drone:state.retired")}</Badge>;
  if (!drone.supported) return <Badge tone="watch">{t("drone:state.unsupported")}</Badge>;
  return drone.generic ? (
    <Badge tone="info">{t("drone:state.generic")}</Badge>
  ) : (
    <Badge tone="good">{t("drone:state.available")}</Badge>
  );
}
