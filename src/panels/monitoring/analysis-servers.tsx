// The machines that evaluate analyses.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { Plus } from "lucide-react";
import type { AnalysisServer } from "../../domain/provider/analysis-server.ts";
import { askAtom, reasonOf, type Ask } from "../../state/account/ask.ts";
import {
  analysisServersAtom,
  changeServer,
  removeServer,
  startServer,
  stopServer,
} from "../../state/settings/monitoring.ts";
import { formatElapsed, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { AnalysisServerChange, NewAnalysisServer } from "./analysis-server-form.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

const tones = { STOPPED: "neutral", STARTING: "info", RUNNING: "good", STOPPING: "info" } as const;

export function AnalysisServers() {
  const servers = useAtomValue(analysisServersAtom);
  const ask = useAtomValue(askAtom);
  const [isNew, setNew] = useState(false);
  const columns = useMemo(() => serverColumns(ask), [ask]);
  const title = t("monitoring:server.title");
  const creation = ask("analysisServer.create");
  return (
    <Part
      title={title}
      data={servers}
      tools={
        creation?.isHidden ? null : (
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            reason={reasonOf(creation)}
            onPress={() => setNew(true)}
          >
            {t("monitoring:server.new")}
          </Button>
        )
      }
    >
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <p className={css.none}>{t("monitoring:server.none")}</p>
          ) : (
            <DataTable label={title} columns={columns} rows={rows} rowId={({ id }) => id} />
          )}
          {isNew ? <NewAnalysisServer onClose={() => setNew(false)} /> : null}
        </>
      )}
    </Part>
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
      cell: (server) => <ServerActions server={server} ask={ask} />,
    },
  ];
}

function ServerActions({ server, ask }: { server: AnalysisServer; ask: Ask }) {
  const { name, locked } = server;
  const [isEditing, setEditing] = useState(false);
  const lock = { locked: !locked };
  const resize = { size: server.size };
  const word = locked ? "unlock" : "lock";
  const editing = ask("analysisServer.update", { server, changes: resize });
  return (
    <span className={css.actions}>
      <ActionButton
        label={t("monitoring:server.start")}
        name={name}
        asked={ask("analysisServer.start", server)}
        confirm={t("monitoring:server.start_text")}
        onAct={() => startServer(server)}
      />
      <ActionButton
        label={t("monitoring:server.stop")}
        name={name}
        asked={ask("analysisServer.stop", server)}
        confirm={t("monitoring:server.stop_text")}
        onAct={() => stopServer(server)}
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
        asked={ask("analysisServer.update", { server, changes: lock })}
        confirm={t(`monitoring:server.${word}_text`)}
        onAct={() => changeServer(server, lock)}
      />
      <ActionButton
        label={t("monitoring:server.remove")}
        name={name}
        asked={ask("analysisServer.remove", server)}
        confirm={t("monitoring:server.remove_text")}
        onAct={() => removeServer(server)}
      />
      {isEditing ? (
        <AnalysisServerChange server={server} onClose={() => setEditing(false)} />
      ) : null}
    </span>
  );
}
