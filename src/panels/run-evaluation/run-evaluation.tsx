// Starts the evaluation and shows its progress.
import { useEffect, useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Play } from "lucide-react";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { runEvaluation } from "../../state/settings/evaluation.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Progress } from "../../ui/feedback.tsx";
import css from "./run-evaluation.module.css";

type RunEvaluationProps = {
  analysis: Analysis;
  /** Words of the button; by default those of a first evaluation. */
  label?: string;
  /** After a task that ended well. */
  onDone?: () => void;
};

export function RunEvaluation({ analysis, label, onDone }: RunEvaluationProps) {
  const refusal = useAtomValue(askAtom)("task.launchForAnalysis", analysis);
  const run = useSetAtom(runEvaluation);
  const [task, setTask] = useState<Task | null>(null);
  const [isRunning, setRunning] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  if (refusal?.reason === "permission_missing") return null;
  const start = async () => {
    leaving.current = new AbortController();
    setRunning(true);
    try {
      const ended = await run(analysis.id, { onTask: setTask, signal: leaving.current.signal });
      if (ended.state === "SUCCESSFUL") {
        showDone(t("evaluation:run.done"));
        onDone?.();
      }
    } catch (cause) {
      if (!leaving.current.signal.aborted) showFault(cause);
    }
    setRunning(false);
  };
  return (
    <section className={css.acts}>
      <Button
        icon={<Play size={14} aria-hidden="true" />}
        isDisabled={isRunning}
        reason={reasonOf(refusal)}
        onPress={() => void start()}
      >
        {label ?? t("evaluation:run.start")}
      </Button>
      {isRunning ? (
        <Progress
          label={t("evaluation:run.running")}
          value={task ? task.output.step / Math.max(1, task.output.max_steps) : null}
        />
      ) : null}
      {!isRunning && task?.state === "FAILED" ? (
        <Alert tone="danger" title={t("evaluation:run.failed")}>
          <ul className={css.plain}>
            {task.output.problems.map(({ file, line, message }) => (
              <li key={`${file} ${line} ${message}`}>
                {[file, line, message].filter((part) => part !== undefined).join(": ")}
              </li>
            ))}
            {task.output.problems.length === 0 ? <li>{task.output.error}</li> : null}
          </ul>
        </Alert>
      ) : null}
    </section>
  );
}
