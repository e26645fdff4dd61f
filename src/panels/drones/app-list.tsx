// The packages of the drone app: the current download of each series, and earlier ones.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Smartphone } from "lucide-react";
import type { DroneApp } from "../../domain/provider/drone-app.ts";
import { droneAppRecords } from "../../state/settings/drone-app.ts";
import { formatBytes, formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { AppForm } from "./app-form.tsx";
import css from "./drones.module.css";

const textOf = ({ version, series }: DroneApp) => `${version} ${t(`drone-app:series.${series}`)}`;

export function AppList() {
  const ask = useAtomValue(askAtom);
  const columns = useMemo(() => appColumns(), []);
  return (
    <RecordPanel
      records={droneAppRecords}
      columns={columns}
      sort={{ column: "created_at", falling: true }}
      textOf={textOf}
      form={AppForm}
      create={ask("droneApp.upload")}
      icon={<Smartphone size={22} aria-hidden="true" />}
      words={{
        label: t("drone:tab.app"),
        create: t("drone:app.new"),
        none: t("drone:app.none.title"),
        noneText: t("drone:app.none.text"),
      }}
    />
  );
}

function appColumns(): Column<DroneApp>[] {
  return [
    {
      id: "version",
      title: t("drone:app.version"),
      sortBy: ({ version }) => version,
      cell: ({ version }) => <span className={css.name}>{version}</span>,
    },
    {
      id: "series",
      title: t("drone:app.series"),
      width: "8rem",
      sortBy: ({ series }) => series,
      cell: ({ series }) => t(`drone-app:series.${series}`),
    },
    {
      id: "bytes",
      title: t("drone:app.bytes"),
      from: 480,
      width: "6rem",
      numeric: true,
      sortBy: ({ bytes }) => bytes,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: "created_at",
      title: t("drone:app.created_at"),
      from: 400,
      width: "9rem",
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatElapsed(created_at)}
        </time>
      ),
    },
    {
      id: "state",
      title: t("drone:field.state"),
      width: "7rem",
      sortBy: ({ is_current }) => Number(!is_current),
      cell: ({ is_current }) =>
        is_current ? (
          <Badge tone="good">{t("drone:app.offered")}</Badge>
        ) : (
          <Badge>{t("drone:app.replaced")}</Badge>
        ),
    },
  ];
}
