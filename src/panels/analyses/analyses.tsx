// The analyses of the open plant: open, create, and release, lock or hide results.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ClipboardList, Plus } from "lucide-react";
import { analysesAtom, analysisIdAtom, chooseAnalysis } from "../../state/plant/analysis.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { AnalysisForm } from "./analysis-form.tsx";
import { AnalysisMenu } from "./analysis-menu.tsx";
import { stateTones, visibilityTones } from "./tones.ts";
import css from "./analyses.module.css";

export function Analyses() {
  const analyses = useAtomValue(analysesAtom);
  const chosen = useAtomValue(analysisIdAtom);
  const choose = useSetAtom(chooseAnalysis);
  const retry = useSetAtom(retryPlant);
  const ask = useAtomValue(askAtom);
  const refusal = ask("analysis.create", valueOf(analyses) ?? []);
  const [isCreating, setCreating] = useState(false);
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
          {create ? <div className={css.tools}>{create}</div> : null}
          <ul className={css.list}>
            {analyses.value.map((analysis) => (
              <li key={analysis.id} className={css.item} data-chosen={analysis.id === chosen}>
                <button
                  type="button"
                  className={css.choose}
                  aria-pressed={analysis.id === chosen}
                  onClick={() => choose(analysis.id)}
                >
                  <span className={css.name}>{analysis.name}</span>
                  <span className={css.note}>
                    {formatDate(analysis.flown_at)} ·{" "}
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
