// How far an analysis is, the next step, and what stands against it.
import { useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Check } from "lucide-react";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.ts";
import { stepsFrom, type ProgressEvent } from "../../domain/analysis/progress.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { takeStep } from "../../state/settings/analysis.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { chosenOfAtom } from "../../state/upload/chosen.ts";
import { Button } from "../../ui/button.tsx";
import { useLostFocus } from "../../ui/lost-focus.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import css from "./analysis.module.css";

/** The states that a stop of the line stands for, in the order of progress. */
const stops: readonly (readonly AnalysisState[])[] = [
  ["EMPTY", "UPLOADING", "UPLOAD_FAILED", "DATA_INCOMPLETE"],
  ["DATA_COMPLETE"],
  ["DATA_COMPLETE_VERIFIED"],
  ["PROCESSING"],
  ["FINISHED"],
];

export function ProgressLine({ analysis }: { analysis: Analysis }) {
  const here = stops.findIndex((states) => states.includes(analysis.state));
  const frame = useRef<HTMLDivElement>(null);
  useLostFocus(frame, analysis.state);
  return (
    <div ref={frame} className={css.progress} tabIndex={-1}>
      <ol className={css.line} aria-label={t("analysis:progress")}>
        {stops.map((states, at) => {
          const isDone = at < here || analysis.state === "FINISHED";
          const shown = at === here ? analysis.state : states[states.length - 1]!;
          return (
            <li
              key={states[0]}
              data-done={isDone || undefined}
              data-failed={shown === "UPLOAD_FAILED" || undefined}
              aria-current={at === here ? "step" : undefined}
            >
              <span className={css.dot}>
                {isDone ? <Check size={11} aria-hidden="true" /> : null}
              </span>
              {at === 0 && here > 0 ? t("analysis:uploaded") : t(`analyses:state.${shown}`)}
            </li>
          );
        })}
      </ol>
      <Steps analysis={analysis} />
    </div>
  );
}

function Steps({ analysis }: { analysis: Analysis }) {
  const ask = useAtomValue(askAtom);
  const take = useSetAtom(takeStep);
  const [pending, setPending] = useState<ProgressEvent | null>(null);
  const [isAsking, setAsking] = useState(false);
  const selected_files = useAtomValue(chosenOfAtom)(analysis.id).taken.length;
  const facts = { ...analysis, selected_files };
  const offered = stepsFrom(analysis)
    .map((event) => ({ event, refusal: ask("analysis.progress", { analysis: facts, event }) }))
    .filter(({ refusal }) => refusal?.reason !== "permission_missing");
  const run = async (event: ProgressEvent) => {
    setAsking(false);
    setPending(event);
    try {
      await take(analysis.id, event);
      showDone(t(`analysis:done.${event}`, { name: analysis.name }));
    } catch (cause) {
      showFault(cause);
    }
    setPending(null);
  };
  const start = (event: ProgressEvent) => {
    const isEarly = event === "analysis_finished" && analysis.visibility !== "released";
    if (isEarly) setAsking(true);
    else void run(event);
  };
  const reason = reasonOf(offered[0]?.refusal ?? null);
  if (offered.length === 0) return null;
  return (
    <div className={css.steps}>
      {offered.map(({ event, refusal }, at) => (
        <Button
          key={event}
          size="sm"
          kind={at === 0 ? "primary" : "quiet"}
          reason={reasonOf(refusal)}
          isPending={pending === event}
          onPress={() => start(event)}
        >
          {t(`analysis:step.${event}`)}
        </Button>
      ))}
      {reason ? <small>{reason}</small> : null}
      {isAsking ? (
        <ConfirmDialog
          title={t("analysis:finish_unreleased", { name: analysis.name })}
          confirmLabel={t("analysis:step.analysis_finished")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void run("analysis_finished")}
          onClose={() => setAsking(false)}
        >
          {t("analyses:finished_unreleased")}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
