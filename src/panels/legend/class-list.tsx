// Classes or severities with counts.
import { useAtomValue, useSetAtom } from "jotai";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { drawnBarsAtom, type DrawnBars } from "../../state/map/drawn-bars.ts";
import { drawnBarsWords } from "../../state/plant/column/bar-words.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import {
  legendClassesAtom,
  showClasses,
  shownClassesAtom,
  histogramAtom,
  toggleClass,
} from "../../state/plant/column/legend.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import {
  classColourAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { className, severityName, severityRange } from "../../state/plant/column/value-words.ts";
import type { MarkSymbol } from "../../ui/chart/severity-mark.tsx";
import { LegendRow } from "./legend-row.tsx";
import css from "./legend.module.css";

export function ClassList() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const values = useAtomValue(legendClassesAtom);
  const histogram = valueOf(useAtomValue(histogramAtom));
  const bars = useAtomValue(drawnBarsAtom);
  if (!keyFigure) return null;
  const counts =
    keyFigure.kind === "u8" ? histogram?.in_view.histogram : histogram?.in_view.severities;
  return (
    <ul className={css.classes} aria-label={t("legend:classes")}>
      {values.map((value) => (
        <ClassRow
          key={value}
          keyFigure={keyFigure}
          value={value}
          count={counts?.[value] ?? 0}
          of={histogram ? histogram.in_view.count : null}
          bars={bars}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  keyFigure: KeyFigure;
  value: number;
  count: number;
  of: number | null;
  bars: DrawnBars | null;
};

function ClassRow({ keyFigure, value, count, of, bars }: RowProps) {
  const shown = useAtomValue(shownClassesAtom);
  const limits = useAtomValue(limitsAtom);
  const toggle = useSetAtom(toggleClass);
  const only = useSetAtom(showClasses);
  const { name, symbol, colour } = useClassAppearance(keyFigure, value);
  const isShown = shown?.includes(value) ?? true;
  const isAlone = shown?.length === 1 && isShown;
  const range = keyFigure.kind === "f32" ? severityRange(keyFigure, limits, value) : "";
  const share = of ? count / of : 0;
  return (
    <LegendRow
      name={name}
      symbol={symbol}
      colour={colour}
      range={range}
      drawn={bars?.classes ? drawnBarsWords(bars, bars.classes[value] ?? 0) : null}
      count={of === null ? "…" : formatNumber(count)}
      share={of === null ? "" : formatShare(share)}
      isShown={isShown}
      isAlone={isAlone}
      onToggle={() => toggle(value)}
      onOnly={(isOnly) => only(isOnly ? [value] : [])}
    />
  );
}

function useClassAppearance(keyFigure: KeyFigure, value: number) {
  const severities = useAtomValue(severityColoursAtom);
  const classColour = useAtomValue(classColourAtom);
  if (keyFigure.kind === "f32") {
    const severity = value as Severity;
    const symbol: MarkSymbol = severitySymbol(severity);
    return { name: severityName(severity), symbol, colour: severities[severity] };
  }
  const severity = keyFigure.classes.find((one) => one.value === value)?.severity ?? 0;
  const symbol: MarkSymbol =
    keyFigure.direction === "neutral" ? "square" : severitySymbol(severity);
  return { name: className(keyFigure, value), symbol, colour: classColour(keyFigure, value) };
}
