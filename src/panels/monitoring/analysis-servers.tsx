// The machines that evaluate analyses.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import type { AnalysisServer } from "../../domain/provider/analysis-server.ts";
import { askAtom, type Ask } from "../../state/account/ask.ts";
import {
  analysisServersAtom,
  changeServer,
  removeServer,
  startServer,
  stopServer,
} from "../../state/settings/monitoring.ts";
import { formatElapsed, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { AnalysisServerChange, NewAnalysisServer } from "./analysis-server-form.tsx";
import { ServerActions, ServerPart, type ServerAction } from "./server-part.tsx";
import css from "./monitoring.module.css";

const tones = { STOPPED: "neutral", STARTING: "info", RUNNING: "good", STOPPING: "info" } as const;

export function AnalysisServers() {
  const ask = useAtomValue(askAtom);
  return (
    <ServerPart
      title={t("monitoring:server.title")}
      data={useAtomValue(analysisServersAtom)}
      serversOf={(rows) => rows}
      columns={useMemo(() => serverColumns(ask), [ask])}
      none={() => t("monitoring:server.none")}
      creation={{
        asked: ask("analysisServer.create"),
        label: t("monitoring:server.new"),
        Form: NewAnalysisServer,
      }}
    />
  );
}

function serverColumns(ask: Ask): Column<AnalysisServer>[] {
  return [
    {
      id: "name",
      title: t("monitoring:server.name"),
      sortBy: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
    },
    {
      id: "state",
      title: t("monitoring:server.state"),
      sortBy: ({ state }) => state,
      cell: ({ state, locked, state_changed_at }) => (
        <span className={css.badges}>
          <Badge tone={tones[state]}>{t(`monitoring:server.states.${state}`)}</Badge>
          {locked ? <Badge tone="watch">{t("monitoring:server.locked")}</Badge> : null}
          <small>{formatElapsed(state_changed_at)}</small>
        </span>
      ),
    },
    {
      id: "size",
      title: t("monitoring:server.size"),
      cell: ({ size }) => t(`monitoring:server.sizes.${size}`),
    },
    {
      id: "volume_gb",
      title: t("monitoring:server.volume"),
      numeric: true,
      sortBy: ({ volume_gb }) => volume_gb,
      cell: ({ volume_gb }) => `${volume_gb} GB`,
    },
    {
      id: "tasks",
      title: t("monitoring:server.evaluations"),
      cell: ({ running_tasks }) => running_tasks.map((id) => `#${id}`).join(", ") || "–",
    },
    {
      id: "actions",
      title: t("monitoring:actions"),
      cell: (server) => (
        <ServerActions
          name={server.name}
          actions={actionsOf(server, ask)}
          editing={{
            asked: ask("analysisServer.update", { server, changes: { size: server.size } }),
            form: (onClose) => <AnalysisServerChange server={server} onClose={onClose} />,
          }}
        />
      ),
    },
  ];
}

function actionsOf(server: AnalysisServer, ask: Ask): ServerAction[] {
  const lock = { locked: !server.locked };
  const word = server.locked ? "unlock" : "lock";
  return [
    {
      label: t("monitoring:server.start"),
      asked: ask("analysisServer.start", server),
      confirm: t("monitoring:server.start_text"),
      act: () => startServer(server),
    },
    {
      label: t("monitoring:server.stop"),
      asked: ask("analysisServer.stop", server),
      confirm: t("monitoring:server.stop_text"),
      act: () => stopServer(server),
    },
    {
      label: t(`monitoring:server.${word}`),
      asked: ask("analysisServer.update", { server, changes: lock }),
      confirm: t(`monitoring:server.${word}_text`),
      act: () => changeServer(server, lock),
    },
    {
      label: t("monitoring:server.remove"),
      asked: ask("analysisServer.remove", server),
      confirm: t("monitoring:server.remove_text"),
      act: () => removeServer(server),
    },
  ];
}
