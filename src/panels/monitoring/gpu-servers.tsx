// Rented GPU servers with all that they are and cost.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import type { GpuServer } from "../../domain/provider/gpu-server.ts";
import { askAtom, type Ask } from "../../state/account/ask.ts";
import {
  changeGpuServer,
  gpuServersAtom,
  startGpuServer,
  stopGpuServer,
  terminateGpuServer,
} from "../../state/settings/monitoring.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { GpuServerChange, NewGpuServer } from "./gpu-server-form.tsx";
import { ServerActions, ServerPart, type ServerAction } from "./server-part.tsx";
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
  const isConfigured = data.state === "ready" && data.value.configured;
  return (
    <ServerPart
      title={t("monitoring:gpu.title")}
      data={data}
      serversOf={({ servers }) => servers}
      columns={useMemo(() => gpuColumns(ask), [ask])}
      none={({ configured }) => t(configured ? "monitoring:gpu.none" : "refusal:gpu_cloud_off")}
      summary={costOf}
      {...(isConfigured && {
        creation: {
          asked: ask("gpuServer.create"),
          label: t("monitoring:gpu.new"),
          Form: NewGpuServer,
        },
      })}
    />
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
      cell: ({ cpu_type, min_vcpu, gpu_type }) => {
        if (min_vcpu === null) return cpu_type ?? "–";
        // The cloud chooses the processor of a server with GPUs: this is what was asked for.
        const key = gpu_type === null ? "monitoring:gpu.vcpus" : "monitoring:gpu.vcpus_least";
        return [t(key, { count: min_vcpu }), ...(cpu_type === null ? [] : [cpu_type])].join(" · ");
      },
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
      cell: (server) => (
        <ServerActions
          name={server.name}
          actions={actionsOf(server, ask)}
          editing={{
            asked: ask("gpuServer.update", { server, changes: { name: server.name } }),
            form: (onClose) => <GpuServerChange server={server} onClose={onClose} />,
          }}
        />
      ),
    },
  ];
}

function actionsOf(server: GpuServer, ask: Ask): ServerAction[] {
  const lock = { locked: !server.locked };
  const word = server.locked ? "unlock" : "lock";
  return [
    {
      label: t("monitoring:server.start"),
      asked: ask("gpuServer.start", server),
      confirm: t("monitoring:gpu.start_text"),
      act: () => startGpuServer(server),
    },
    {
      label: t("monitoring:server.stop"),
      asked: ask("gpuServer.stop", server),
      confirm: t("monitoring:gpu.stop_text"),
      act: () => stopGpuServer(server),
    },
    {
      label: t(`monitoring:server.${word}`),
      asked: ask("gpuServer.update", { server, changes: lock }),
      confirm: t(`monitoring:server.${word}_text`),
      act: () => changeGpuServer(server, lock),
    },
    {
      label: t("monitoring:gpu.end"),
      asked: ask("gpuServer.terminate", server),
      confirm: t("monitoring:gpu.end_text"),
      act: () => terminateGpuServer(server),
    },
  ];
}
