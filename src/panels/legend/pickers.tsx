// Selects the analysis and the key figure.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysesAtom, analysisAtom, chooseAnalysis } from "../../state/plant/analysis.ts";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import {
  chooseKeyFigure,
  columnAtom,
  keyFigureAtom,
  keyFiguresAtom,
} from "../../state/plant/key-figure.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { componentTypeName, keyFigureName } from "../../state/plant/value-words.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import css from "./legend.module.css";

function hintOf({ flown_at, visibility }: Analysis): string {
  const date = formatDate(flown_at);
  return visibility === "released" ? date : `${date} · ${t(`legend:visibility.${visibility}`)}`;
}

export function Pickers() {
  const asked = useAtomValue(analysesAtom);
  const column = useAtomValue(columnAtom);
  const analysis = useAtomValue(analysisAtom);
  const keyFigures = useAtomValue(keyFiguresAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const off = useAtomValue(disabledKeyFiguresAtom);
  const pickAnalysis = useSetAtom(chooseAnalysis);
  const pickKeyFigure = useSetAtom(chooseKeyFigure);
  if (asked.state === "failed") {
    return (
      <p role="alert" className={css.fault}>
        {faultWords(asked.fault).title}
      </p>
    );
  }
  const analyses = valueOf(asked);
  if (!analyses) return <Skeleton label={t("shell:loading")} lines={2} />;
  if (analyses.length === 0) return <p className={css.empty}>{t("legend:no_analyses")}</p>;
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
      <Select
        label={t("legend:key_figure")}
        labelHidden
        size="sm"
        options={keyFigures.map((one) => ({
          id: one.id,
          label: keyFigureName(one),
          hint: off.has(one.id)
            ? `${componentTypeName(one.component_type, true)} · ${t("plant-settings:figure.off")}`
            : componentTypeName(one.component_type, true),
        }))}
        value={keyFigure?.id ?? null}
        onChange={pickKeyFigure}
        isDisabled={keyFigures.length === 0}
        placeholder={t(
          // Whether it has results is known only once the server has answered.
          column.state === "loading" || column.state === "failed"
            ? "legend:key_figure"
            : "legend:no_key_figures",
        )}
      />
    </div>
  );
}
