// The evaluation of an analysis: which files are temperatures, the flight conditions, and what was done.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { launchTaskRefusal } from "../../../domain/analysis/task.ts";
import { limits } from "../../../domain/limits.ts";
import { conditionsOf, reloadConditions } from "../../../state/settings/evaluation.ts";
import { faultWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert, EmptyState, ErrorState, Skeleton } from "../../../ui/feedback.tsx";
import { ConditionForm } from "./condition-form.tsx";
import { EvaluationLog } from "./evaluation-log.tsx";
import { RunEvaluation } from "../../run-evaluation/run-evaluation.tsx";
import { useStayCurrent } from "../../stay-current.ts";
import css from "./evaluation.module.css";

export function EvaluationTab({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const stored = useAtomValue(conditionsOf(id));
  const reload = useSetAtom(reloadConditions);
  // The evaluation that the complete data have started may still run.
  const isAwaited =
    stored.state === "ready" && !stored.value.has_log && launchTaskRefusal(analysis) === null;
  useStayCurrent(() => reload(id), isAwaited ? limits.taskPollMs : null);
  if (stored.state === "failed") {
    return (
      <ErrorState
        {...faultWords(stored.fault)}
        actions={<Button onPress={() => void reload(id)}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (stored.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return (
    <div className={css.tab}>
      <ConditionForm key={id} analysis={analysis} stored={stored.value} />
      <RunEvaluation analysis={analysis} />
      <section className={css.section} aria-label={t("evaluation:log.title")}>
        <h3>{t("evaluation:log.title")}</h3>
        {stored.value.is_outdated ? (
          <Alert tone="watch" title={t("evaluation:log.outdated")}>
            {t("evaluation:log.outdated_text")}
          </Alert>
        ) : null}
        {stored.value.has_log ? (
          <EvaluationLog analysis={analysis} />
        ) : (
          <EmptyState title={t("evaluation:log.none")}>{t("evaluation:log.none_text")}</EmptyState>
        )}
      </section>
    </div>
  );
}
