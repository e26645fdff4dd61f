// Rented GPU servers with all that they are and cost.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { Plus } from "lucide-react";
import type { GpuServer } from "../../domain/provider/gpu-server.ts";
import { askAtom, reasonOf, type Ask } from "../../state/account/ask.ts";
import {
  changeGpuServer,
  gpuServersAtom,
  startGpuServer,
  stopGpuServer,
  terminateGpuServer,
} from "../../state/settings/monitoring.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { GpuServerChange, NewGpuServer } from "./gpu-server-form.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

const tones = {
  PROVISIONING: "info",
  STARTING: "info",
  RUNNING: "good",
  EXITED: "neutral",
  ERROR: "danger",
  TERMINATED: "neutral",
} as const;

export function GpuServers() {
  const data = useAtomValue(gpuServersAtom);
  const ask = useAtomValue(askAtom);
  const [isNew, setNew] = useState(false);
  const columns = useMemo(() => gpuColumns(ask), [ask]);
  const title = t("monitoring:gpu.title");
  const creation = ask("gpuServer.create");
  const isConfigured = data.state === "ready" && data.value.configured;
  return (
    <Part
      title={title}
      data={data}
      tools={
        creation?.isHidden || !isConfigured ? null : (
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            reason={reasonOf(creation)}
            onPress={() => setNew(true)}
          >
            {t("monitoring:gpu.new")}
          </Button>
        )
      }
    >
      {({ configured, servers }) => (
        <>
          {servers.length === 0 ? (
            <p className={css.none}>
              {t(configured ? "monitoring:gpu.none" : "refusal:gpu_cloud_off")}
            </p>
          ) : (
            <>
              <p className={css.none}>{costOf(servers)}</p>
              <DataTable label={title} columns={columns} rows={servers} rowId={({ id }) => id} />
            </>
          )}
          {isNew ? <NewGpuServer onClose={() => setNew(false)} /> : null}
        </>
      )}
    </Part>
  );
}

function costOf(servers: readonly GpuServer[]): string {
  const amount = servers.reduce((sum, { cost_per_hour }) => sum + cost_per_hour, 0);
  return t("monitoring:gpu.cost", { amount: formatNumber(amount, 2) });
}

function gpuColumns(ask: Ask): Column<GpuServer>[] {
  return [
    {
      id: "name",
      title: t("monitoring:gpu.name"),
      sortBy: ({ name }) => name,
      cell: ({ name, data_center }) => (
        <span className={css.name}>
          <strong>{name}</strong>
          <small>{data_center}</small>
        </span>
      ),
    },
    {
      id: "state",
      title: t("monitoring:server.state"),
      sortBy: ({ state }) => state,
      cell: ({ state, locked }) => (
        <span className={css.badges}>
          <Badge tone={tones[state]}>{t(`monitoring:gpu.states.${state}`)}</Badge>
          {locked ? <Badge tone="watch">{t("monitoring:server.locked")}</Badge> : null}
        </span>
      ),
    },
    {
      id: "cost",
      title: t("monitoring:gpu.cost_per_hour"),
      numeric: true,
      sortBy: ({ cost_per_hour }) => cost_per_hour,
      cell: ({ cost_per_hour }) =>
        t("monitoring:gpu.price", { amount: formatNumber(cost_per_hour, 2) }),
    },
    {
      id: "gpu",
      title: t("monitoring:gpu.gpu_type"),
      cell: ({ gpu_type, gpu_count }) => (gpu_type === null ? "–" : `${gpu_count} × ${gpu_type}`),
    },
    {
      id: "cpu",
      title: t("monitoring:gpu.cpu_type"),
      cell: ({ cpu_type, min_vcpu }) =>
        cpu_type === null ? "–" : `${min_vcpu ?? "–"} × ${cpu_type}`,
    },
    {
      id: "template",
      title: t("monitoring:gpu.template"),
      cell: ({ template, image }) => (
        <span className={css.name}>
          {template ?? "–"}
          <small>{image}</small>
        </span>
      ),
    },
    {
      id: "container",
      title: t("monitoring:gpu.container_volume"),
      numeric: true,
      cell: ({ container_volume_gb }) => `${container_volume_gb} GB`,
    },
    {
      id: "volume",
      title: t("monitoring:gpu.network_volume"),
      cell: ({ network_volume_id }) => network_volume_id ?? "–",
    },
    {
      id: "ports",
      title: t("monitoring:gpu.ports"),
      cell: ({ ports }) => ports.join(", ") || "–",
    },
    {
      id: "actions",
      title: t("monitoring:actions"),
      cell: (server) => <GpuActions server={server} ask={ask} />,
    },
  ];
}

function GpuActions({ server, ask }: { server: GpuServer; ask: Ask }) {
  const [isEditing, setEditing] = useState(false);
  const { name, locked } = server;
  const lock = { locked: !locked };
  const word = locked ? "unlock" : "lock";
  const editing = ask("gpuServer.update", { server, changes: { name } });
  return (
    <span className={css.actions}>
      <ActionButton
        label={t("monitoring:server.start")}
        name={name}
        asked={ask("gpuServer.start", server)}
        confirm={t("monitoring:gpu.start_text")}
        onAct={() => startGpuServer(server)}
      />
      <ActionButton
        label={t("monitoring:server.stop")}
        name={name}
        asked={ask("gpuServer.stop", server)}
        confirm={t("monitoring:gpu.stop_text")}
        onAct={() => stopGpuServer(server)}
      />
      {editing?.isHidden ? null : (
        <Button
          size="sm"
          aria-label={`${t("monitoring:server.change")}: ${name}`}
          reason={reasonOf(editing)}
          onPress={() => setEditing(true)}
        >
          {t("monitoring:server.change")}
        </Button>
      )}
      <ActionButton
        label={t(`monitoring:server.${word}`)}
        name={name}
        asked={ask("gpuServer.update", { server, changes: lock })}
        confirm={t(`monitoring:server.${word}_text`)}
        onAct={() => changeGpuServer(server, lock)}
      />
      <ActionButton
        label={t("monitoring:gpu.end")}
        name={name}
        asked={ask("gpuServer.terminate", server)}
        confirm={t("monitoring:gpu.end_text")}
        onAct={() => terminateGpuServer(server)}
      />
      {isEditing ? <GpuServerChange server={server} onClose={() => setEditing(false)} /> : null}
    </span>
  );
}
