// The analyses of the open plant: open, create, and release, withdraw or hide results.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ClipboardList, Plus } from "lucide-react";
import { type DateRange } from "../../domain/date-range.ts";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { openAnalysis } from "../../state/plant/compare/compare.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay, surveyDate, isSurveyInRange } from "../../state/shell/site-clock.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { Badge, EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { AnalysisForm } from "./analysis-form.tsx";
import { AnalysisMenu } from "./analysis-menu.tsx";
import { visibilityTones } from "../release/visibility.tsx";
import { stateTones } from "../../ui/tone.ts";
import css from "./analyses.module.css";

export function Analyses() {
  const analyses = useAtomValue(analysesAtom);
  const chosen = useAtomValue(analysisIdAtom);
  const choose = useSetAtom(openAnalysis);
  const retry = useSetAtom(retryPlant);
  const ask = useAtomValue(askAtom);
  const refusal = ask("analysis.create", valueOf(analyses) ?? []);
  const [isCreating, setCreating] = useState(false);
  const [range, setRange] = useState<DateRange>("all_time");
  const inRange = (valueOf(analyses) ?? []).filter((one) => isSurveyInRange(one, range));
  const create = refusal?.isHidden ? null : (
    <Button
      size="sm"
      reason={reasonOf(refusal)}
      icon={<Plus size={14} aria-hidden="true" />}
      onPress={() => setCreating(true)}
    >
      {t("analyses:new")}
    </Button>
  );

  if (analyses.state === "failed") {
    return (
      <ErrorState
        {...faultWords(analyses.fault)}
        actions={<Button onPress={() => void retry()}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (analyses.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return (
    <>
      {isCreating ? <AnalysisForm onClose={() => setCreating(false)} /> : null}
      {analyses.value.length === 0 ? (
        <EmptyState
          icon={<ClipboardList size={22} aria-hidden="true" />}
          title={t("analyses:none.title")}
          actions={create}
        >
          {t("analyses:none.text")}
        </EmptyState>
      ) : (
        <>
          <div className={css.tools}>
            {create}
            {analyses.value.length > 1 ? (
              <DateRangeSelect
                label={t("shell:range.label")}
                options={dateRangeOptions(analyses.value.map(surveyDate))}
                value={range}
                onChange={setRange}
              />
            ) : null}
          </div>
          {inRange.length === 0 ? (
            <EmptyState
              title={t("analyses:none.in_range")}
              actions={
                <Button onPress={() => setRange("all_time")}>{t("shell:range.all_time")}</Button>
              }
            />
          ) : null}
          <ul className={css.list}>
            {inRange.map((analysis) => (
              <li key={analysis.id} className={css.item} data-chosen={analysis.id === chosen}>
                <button
                  type="button"
                  className={css.choose}
                  aria-pressed={analysis.id === chosen}
                  onClick={() => choose(analysis.id)}
                >
                  <span className={css.name}>{analysis.name}</span>
                  <span className={css.note}>
                    {surveyDay(analysis)} ·{" "}
                    {analysis.key_figure_ids.length > 0
                      ? t("analyses:key_figures", { count: analysis.key_figure_ids.length })
                      : t("analyses:no_results")}
                  </span>
                  <span className={css.badges}>
                    <Badge tone={visibilityTones[analysis.visibility]}>
                      {t(`analyses:visibility.${analysis.visibility}`)}
                    </Badge>
                    {ask("analysis.list") === null ? (
                      <Badge tone={stateTones[analysis.state]}>
                        {t(`analyses:state.${analysis.state}`)}
                      </Badge>
                    ) : null}
                  </span>
                </button>
                <AnalysisMenu analysis={analysis} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
