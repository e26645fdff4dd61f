// Tasks with their progress, what failed, and what can be done about it.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { isDeadLetter, isFinal, type Task } from "../../domain/analysis/task.ts";
import { askAtom, type Ask } from "../../state/account/ask.ts";
import { cancelTask, finishTask, retryTask } from "../../state/settings/monitoring.ts";
import { tasksAtom } from "../../state/settings/task-list.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { Badge, Progress } from "../../ui/feedback.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

const choices = ["open", "dead_letters", "all"] as const;
type Choice = (typeof choices)[number];
const passes: Record<Choice, (task: Task) => boolean> = {
  open: (task) => !isFinal(task),
  dead_letters: isDeadLetter,
  all: () => true,
};
const tones = {
  PENDING: "neutral",
  RUNNING: "info",
  SUCCESSFUL: "good",
  FAILED: "danger",
  CANCELLED: "neutral",
} as const;

export function Tasks() {
  const tasks = useAtomValue(tasksAtom);
  const ask = useAtomValue(askAtom);
  const [choice, setChoice] = useState<Choice>("all");
  const columns = useMemo(() => taskColumns(ask), [ask]);
  return (
    <Part
      title={t("monitoring:task.title")}
      data={tasks}
      tools={
        <Segments
          label={t("monitoring:task.choice")}
          value={choice}
          onChange={setChoice}
          options={choices.map((id) => ({ id, label: t(`monitoring:task.${id}`) }))}
        />
      }
    >
      {(rows) => {
        const shown = rows.filter(passes[choice]);
        return shown.length === 0 ? (
          <p className={css.none}>{t(`monitoring:task.none.${choice}`)}</p>
        ) : (
          <DataTable
            label={t("monitoring:task.title")}
            columns={columns}
            rows={shown}
            rowId={({ id }) => id}
            isStacked
          />
        );
      }}
    </Part>
  );
}

function taskColumns(ask: Ask): Column<Task>[] {
  return [
    {
      id: "name",
      title: t("monitoring:task.name"),
      sortBy: ({ name }) => t(`task:${name}`),
      cell: ({ id, name, plant_name, analysis_name }) => (
        <span className={css.name}>
          {t(`task:${name}`)} <small>#{id}</small>
          <small>{[plant_name, analysis_name].filter(Boolean).join(" · ")}</small>
        </span>
      ),
    },
    {
      id: "state",
      title: t("monitoring:task.state"),
      sortBy: ({ state }) => state,
      cell: ({ state, end_requested }) => (
        <Badge tone={tones[state]}>
          {t(
            state === "RUNNING" && end_requested !== null
              ? "monitoring:task.ending"
              : `monitoring:task.states.${state}`,
          )}
        </Badge>
      ),
    },
    { id: "progress", title: t("monitoring:task.progress"), cell: progressOf },
    {
      id: "created_at",
      title: t("monitoring:task.created_at"),
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at, user_name, tries }) => (
        <span className={css.name}>
          <time dateTime={created_at} title={formatDateTime(created_at)}>
            {formatElapsed(created_at)}
          </time>
          <small>{user_name ?? t("monitoring:task.by_server")}</small>
          {tries > 1 ? <small>{t("monitoring:task.tries", { count: tries })}</small> : null}
        </span>
      ),
    },
    {
      id: "actions",
      title: t("monitoring:actions"),
      cell: (task) => <TaskActions task={task} ask={ask} />,
    },
  ];
}

function progressOf({ state, output }: Task) {
  if (output.error !== null) return <Failure output={output} />;
  const { step, max_steps, infos } = output;
  const note = infos.at(-1)?.message;
  if (state !== "RUNNING") return <span className={css.reason}>{note ?? "–"}</span>;
  return (
    <Progress
      label={t("monitoring:task.steps", { step, max_steps })}
      value={max_steps === 0 ? null : step / max_steps}
      note={note}
    />
  );
}

/** What went wrong and where, such as in which file; further problems open below the first. */
function Failure({ output: { error, problems } }: Pick<Task, "output">) {
  const [first, ...others] = problems;
  return (
    <div className={css.reason}>
      {first ? problemWords(first) : error}
      {others.length === 0 ? null : (
        <details>
          <summary>{t("monitoring:task.more", { count: others.length })}</summary>
          <ul>
            {others.map((problem, at) => (
              // The index is the key, because two problems can have the same text.
              <li key={at}>{problemWords(problem)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function TaskActions({ task, ask }: { task: Task; ask: Ask }) {
  const name = `${t(`task:${task.name}`)} #${task.id}`;
  const isOpen = !isFinal(task);
  return (
    <span className={css.actions}>
      {isOpen ? (
        <>
          <ActionButton
            label={t("monitoring:task.cancel")}
            name={name}
            asked={ask("task.cancel", task)}
            confirm={t("monitoring:task.cancel_text")}
            onAct={() => cancelTask(task)}
          />
          {task.analysis_id === null ? null : (
            <ActionButton
              label={t("monitoring:task.finish")}
              name={name}
              asked={ask("task.finishRunning", task)}
              confirm={t("monitoring:task.finish_text")}
              onAct={() => finishTask(task)}
            />
          )}
        </>
      ) : null}
      {task.state === "FAILED" || task.state === "CANCELLED" ? (
        <ActionButton
          label={t("monitoring:task.retry")}
          name={name}
          asked={ask("task.retry", task)}
          confirm={t("monitoring:task.retry_text")}
          onAct={() => retryTask(task)}
        />
      ) : null}
    </span>
  );
}
