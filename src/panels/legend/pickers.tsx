// Selects the analysis and the key figure.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysesAtom, analysisAtom, chooseAnalysis } from "../../state/plant/analysis.ts";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import { chooseKeyFigure, keyFigureAtom, keyFiguresAtom } from "../../state/plant/key-figure.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { componentTypeName, keyFigureName } from "../../state/plant/value-words.ts";
import { Select } from "../../ui/form/choice.tsx";
import css from "./legend.module.css";

function hintOf({ flown_at, visibility }: Analysis): string {
  const date = formatDate(flown_at);
  return visibility === "released" ? date : `${date} · ${t(`legend:visibility.${visibility}`)}`;
}

export function Pickers({ isOpen }: { isOpen: boolean }) {
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const analysis = useAtomValue(analysisAtom);
  const keyFigures = useAtomValue(keyFiguresAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const off = useAtomValue(disabledKeyFiguresAtom);
  const pickAnalysis = useSetAtom(chooseAnalysis);
  const pickKeyFigure = useSetAtom(chooseKeyFigure);
  if (analyses.length === 0) return <p className={css.empty}>{t("legend:no_analyses")}</p>;
  return (
    <div className={css.pickers}>
      {isOpen ? (
        <Select
          label={t("legend:analysis")}
          labelHidden
          size="sm"
          options={analyses.map((one) => ({ id: one.id, label: one.name, hint: hintOf(one) }))}
          value={analysis?.id ?? null}
          onChange={pickAnalysis}
        />
      ) : null}
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
        placeholder={t("legend:no_key_figures")}
      />
    </div>
  );
}
