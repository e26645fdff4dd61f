// The scale of a measured key figure: histogram of the view, range selection, and the ramp or its classes.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ColumnSummary } from "../../domain/column/column.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { rampGradient } from "../../domain/colour/ramp.ts";
import { keyFigureAtom, limitsAtom, summaryAtom } from "../../state/plant/column/key-figure.ts";
import {
  brush,
  brushAtom,
  legendModeAtom,
  rampDomainAtom,
  histogramAtom,
} from "../../state/plant/column/legend.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { valueRampAtom } from "../../state/plant/component/palette.ts";
import { mapColourAtom } from "../../state/plant/column/value-colour.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { Histogram } from "../../ui/chart/histogram.tsx";
import css from "./legend.module.css";

export function Ramp() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  const domain = useAtomValue(rampDomainAtom);
  const [mode, setMode] = useAtom(legendModeAtom);
  const brushed = useAtomValue(brushAtom);
  const onBrush = useSetAtom(brush);
  const histogram = valueOf(useAtomValue(histogramAtom));
  const colour = useAtomValue(mapColourAtom);
  const summary = useAtomValue(summaryAtom);
  const rampOf = useAtomValue(valueRampAtom);
  if (!keyFigure) return null;
  const marks = keyFigure.direction === "both" ? limits.flatMap((one) => [-one, one]) : limits;
  return (
    <div className={css.ramp}>
      {limits.length > 0 ? (
        <Segments
          label={t("legend:mode")}
          options={[
            { id: "classes", label: t("legend:mode_classes") },
            { id: "ramp", label: t("legend:mode_ramp") },
          ]}
          value={mode}
          onChange={setMode}
        />
      ) : null}
      <Histogram
        label={t("legend:histogram", { name: keyFigureName(keyFigure) })}
        bins={histogram?.in_view.histogram ?? []}
        shown={histogram?.shown.histogram ?? []}
        domain={domain}
        step={keyFigure.step}
        colourAt={(value) => colour(keyFigure, value)}
        brushed={brushed && [brushed[0] ?? domain[0], brushed[1] ?? domain[1]]}
        onBrush={(range) =>
          onBrush(
            range && [
              range[0] <= domain[0] ? null : range[0],
              range[1] >= domain[1] ? null : range[1],
            ],
          )
        }
        thumbLabels={[t("legend:from"), t("legend:to")]}
        format={(value) => endWords(keyFigure, value, domain, summary)}
        marks={marks}
      />
      {mode === "ramp" ? (
        <span
          className={css.gradient}
          aria-hidden="true"
          style={{ background: rampGradient(rampOf(keyFigure)) }}
        />
      ) : null}
    </div>
  );
}

/** If the ramp ends before the extreme values, its end colours include everything beyond. */
function endWords(
  keyFigure: KeyFigure,
  value: number,
  [low, high]: readonly [number, number],
  summary: ColumnSummary | undefined,
): string {
  const words = formatValue(keyFigure, value);
  if (value === high && (summary?.max ?? value) > high) return `≥ ${words}`;
  return value === low && (summary?.min ?? value) < low ? `≤ ${words}` : words;
}
