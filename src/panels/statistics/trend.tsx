// The trend over analyses: shares of classes as bars, and the mean of measured values.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { type DateRange } from "../../domain/date-range.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { openAnalysis } from "../../state/plant/compare/compare.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { isSurveyInRange } from "../../state/shell/site-clock.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { formatAlignedShare, formatShare, t } from "../../state/shell/locale.ts";
import { valueSegmentsAtom } from "../../state/plant/column/value-segment.ts";
import { trendAtom } from "../../state/plant/column/statistics.ts";
import { formatValue } from "../../state/plant/column/value-words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./statistics.module.css";

/** Shares of the components, from the top of the bars down. */
const AXIS = [1, 0.5, 0];

export function Trend() {
  const trend = useAtomValue(trendAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const openAnalysisId = useAtomValue(analysisIdAtom);
  const choose = useSetAtom(openAnalysis);
  const partsOf = useAtomValue(valueSegmentsAtom);
  const clock = useAtomValue(plantClockAtom);
  const [range, setRange] = useState<DateRange>("all_time");
  if (!keyFigure) return null;
  const points = valueOf(trend) ?? [];
  const inRange = points.filter(({ flown_at }) =>
    isSurveyInRange({ flown_at, time_zone: clock.zone }, range),
  );
  return (
    <section className={css.block} aria-label={t("statistics:trend")}>
      <div className={css.blockHead}>
        <h3>{t("statistics:trend")}</h3>
        {points.length > 1 ? (
          <DateRangeSelect
            label={t("shell:range.label")}
            options={dateRangeOptions(points.map(({ flown_at }) => clock.date(flown_at)))}
            value={range}
            onChange={setRange}
          />
        ) : null}
      </div>
      <p className={css.sum}>
        {keyFigure.kind === "f32" ? t("statistics:caption.mean") : t("statistics:caption.share")}
      </p>
      {trend.state === "failed" ? <LoadFault fault={trend.fault} isSmall /> : null}
      {trend.state === "loading" ? <Skeleton label={t("shell:loading")} /> : null}
      {trend.state === "ready" && inRange.length === 0 ? (
        <p className={css.sum}>{t("analyses:none.in_range")}</p>
      ) : null}
      {trend.state === "ready" ? (
        <ol className={css.trend}>
          <li className={css.axis} aria-hidden="true">
            {AXIS.map((share) => (
              <span key={share}>{formatShare(share, 0)}</span>
            ))}
          </li>
          {inRange.map(({ analysis_id, name, flown_at, statistics }) => {
            const parts = partsOf(keyFigure, statistics).toReversed();
            const total = Math.max(1, statistics.measured);
            const left = Math.max(0, statistics.measured - statistics.count);
            const words = parts
              .map((part) => `${part.name} ${formatShare(part.count / total)}`)
              .join(", ");
            return (
              <li key={analysis_id}>
                <button
                  type="button"
                  aria-pressed={analysis_id === openAnalysisId}
                  aria-label={`${name}, ${clock.day(flown_at)}: ${words}`}
                  onClick={() => choose(analysis_id)}
                >
                  <span className={css.column} aria-hidden="true">
                    {parts.map((part) => (
                      <span
                        key={part.id}
                        title={`${part.name} ${formatShare(part.count / total)}`}
                        style={{ flexGrow: part.count, background: part.colour }}
                      />
                    ))}
                    {left > 0 ? <span style={{ flexGrow: left }} /> : null}
                  </span>
                  <strong>
                    {keyFigure.kind === "f32"
                      ? formatValue(keyFigure, statistics.mean)
                      : formatAlignedShare(badShare(statistics.severities, total))}
                  </strong>
                  <small>{clock.day(flown_at)}</small>
                </button>
              </li>
            );
          })}
        </ol>
      ) : null}
    </section>
  );
}

function badShare(severities: readonly number[], total: number): number {
  return ((severities[2] ?? 0) + (severities[3] ?? 0)) / total;
}
