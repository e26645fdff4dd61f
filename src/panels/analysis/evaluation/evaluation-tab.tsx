// The evaluation of an analysis: which files are temperatures, the flight conditions, and what was done.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { launchTaskRefusal } from "../../../domain/analysis/task.ts";
import { limits } from "../../../domain/limits.ts";
import { conditionsOf, reloadConditions } from "../../../state/settings/evaluation.ts";
import { faultWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/feedback.tsx";
import { ConditionForm } from "./condition-form.tsx";
import { EvaluationLog } from "./evaluation-log.tsx";
import { RunEvaluation } from "./run-evaluation.tsx";
import css from "./evaluation.module.css";

export function EvaluationTab({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const told = useAtomValue(conditionsOf(id));
  const reload = useSetAtom(reloadConditions);
  // The evaluation that the complete data have started may still run.
  const isAwaited =
    told.state === "ready" && !told.value.has_log && launchTaskRefusal(analysis) === null;
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void reload(id), limits.taskPollMs);
    return () => clearInterval(timer);
  }, [id, isAwaited, reload]);
  if (told.state === "failed") {
    return (
      <ErrorState
        {...faultWords(told.fault)}
        actions={<Button onPress={() => void reload(id)}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (told.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return (
    <div className={css.tab}>
      <ConditionForm
        key={JSON.stringify([told.value.rows, told.value.rasters])}
        analysis={analysis}
        told={told.value}
      />
      <RunEvaluation analysis={analysis} />
      <section className={css.section} aria-label={t("evaluation:log.title")}>
        <h3>{t("evaluation:log.title")}</h3>
        {told.value.has_log ? (
          <EvaluationLog analysis={analysis} />
        ) : (
          <EmptyState title={t("evaluation:log.none")}>{t("evaluation:log.none_text")}</EmptyState>
        )}
      </section>
    </div>
  );
}
