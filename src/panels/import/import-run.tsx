// The progress of an import: upload, steps of the task, then its report or error.
import type { ComponentType, ReactNode } from "react";
import type { Problem } from "../../domain/error.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { faultWords, problemWords } from "../../state/shell/fault.ts";
import type { ImportRun as Run } from "../../state/import/import.ts";
import { formatBytes, formatShare, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Progress } from "../../ui/feedback.tsx";
import { ProblemList } from "../file-preview/problem-list.tsx";
import css from "./import.module.css";

export function ImportRun({
  run,
  onReset,
  onRetry,
  confirm,
  report: Report,
  next,
}: {
  run: Exclude<Run, { step: "choosing" }>;
  onReset: () => void;
  onRetry: () => void;
  /** A button where the import was refused for one of these reasons. */
  confirm?: { reasons: readonly string[]; label: string; onPress: () => void };
  /** Renders the result of a successful task. */
  report: ComponentType<{ task: Task }>;
  /** Buttons shown after success. */
  next?: ReactNode;
}) {
  const confirmButton = (problems: readonly Problem[] | undefined) =>
    confirm && problems?.some(({ reason }) => confirm.reasons.includes(reason)) ? (
      <Button onPress={confirm.onPress}>{confirm.label}</Button>
    ) : null;
  if (run.step === "sending") {
    return (
      <div className={css.run}>
        <Progress
          label={t("import:sending")}
          value={run.total > 1 ? run.sent / run.total : null}
          note={
            run.total > 1
              ? `${formatShare(run.sent / run.total, 0)} · ${formatBytes(run.total)}`
              : undefined
          }
        />
        <Button onPress={onReset}>{t("shell:cancel")}</Button>
      </div>
    );
  }
  if (run.step === "working") {
    const { step = 0, max_steps = 0, infos = [] } = run.task?.output ?? {};
    const last = infos.at(-1);
    return (
      <div className={css.run}>
        <Progress
          label={last ? problemWords(last) : t("import:waiting")}
          value={max_steps > 0 ? step / max_steps : null}
          note={max_steps > 0 ? t("import:step", { step, max_steps }) : undefined}
        />
        <p className={css.hint}>{t("import:goes_on")}</p>
      </div>
    );
  }
  if (run.step === "failed") {
    const { title } = faultWords(run.cause);
    const problems = (run.cause as { problems?: readonly Problem[] } | null)?.problems ?? [];
    return (
      <div className={css.run}>
        <Alert tone="danger" title={t("import:not_sent")}>
          {title}
        </Alert>
        <ProblemList title={t("import:reasons")} problems={problems} />
        <div className={css.actions}>
          <Button onPress={onReset}>{t("import:other_files")}</Button>
          {confirmButton(problems)}
          <Button kind="primary" onPress={onRetry}>
            {t("shell:retry")}
          </Button>
        </div>
      </div>
    );
  }
  const { state, output } = run.task;
  if (state === "FAILED") {
    return (
      <div className={css.run}>
        <Alert tone="danger" title={t("import:refused")}>
          {output.error ?? t("import:no_reason")}
        </Alert>
        <ProblemList title={t("import:reasons")} problems={output.problems} />
        <div className={css.actions}>
          {confirmButton(output.problems)}
          <Button kind="primary" onPress={onReset}>
            {t("import:other_files")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={css.run}>
      <Alert tone="good" title={t("import:done")} />
      <Report task={run.task} />
      <ProblemList title={t("import:left_out")} problems={output.problems} />
      <div className={css.actions}>
        <Button onPress={onReset}>{t("import:another")}</Button>
        {next}
      </div>
    </div>
  );
}
