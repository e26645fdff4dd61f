// Selects the analysis and the key figure.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysesAtom, analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { openAnalysis } from "../../state/plant/compare/compare.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { KeyFigurePicker } from "./key-figure-picker.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./legend.module.css";

function hintOf(analysis: Analysis): string {
  const { visibility } = analysis;
  const date = surveyDay(analysis);
  return visibility === "released" ? date : `${date} · ${t(`legend:visibility.${visibility}`)}`;
}

export function Pickers() {
  const asked = useAtomValue(analysesAtom);
  const analysis = useAtomValue(analysisAtom);
  const pickAnalysis = useSetAtom(openAnalysis);
  const retry = useSetAtom(retryPlant);
  if (asked.state === "failed") {
    return <LoadFault fault={asked.fault} isSmall onRetry={retry} />;
  }
  const analyses = valueOf(asked);
  if (!analyses) return <Skeleton label={t("shell:loading")} lines={2} />;
  // A notice over the map says so.
  if (analyses.length === 0) return null;
  return (
    <div className={css.pickers}>
      <Select
        label={t("legend:analysis")}
        labelHidden
        size="sm"
        options={analyses.map((one) => ({ id: one.id, label: one.name, hint: hintOf(one) }))}
        value={analysis?.id ?? null}
        onChange={pickAnalysis}
      />
      <KeyFigurePicker />
    </div>
  );
}
