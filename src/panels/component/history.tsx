// One key figure of the component over the plant's analyses, with its limits.
import { useState } from "react";
import { useAtomValue } from "jotai";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { uncertaintyOf } from "../../domain/column/change-tolerance.ts";
import { axisTicks } from "../../domain/column/axis.ts";
import { type DateRange } from "../../domain/date-range.ts";
import { componentCourse } from "../../domain/finding/component-course.ts";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { limitsOfAtom } from "../../state/plant/column/key-figure.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { isSurveyInRange, type SiteClock } from "../../state/shell/site-clock.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueMarkAtom } from "../../state/plant/column/value-colour.ts";
import {
  className,
  formatRange,
  formatValue,
  keyFigureTitle,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import css from "./history.module.css";

/** In CSS pixels, which the picture has in a card of usual width. */
const WIDTH = 300;
const HEIGHT = 132;
const TOP = 14;
const BOTTOM = 24;
const SIDE = 12;
/** Room for the numbers left of the axis. */
const NUMBERS = 34;

/** Height of a name. */
const NAME = 11;

type Point = {
  id: number;
  at: number;
  label: string;
  value: number;
  /** Half width of the interval, as the analysis or the catalogue states it; 0 for classes. */
  uncertainty: number;
};

type HistoryProps = { result: ComponentResult; keyFigure: KeyFigure };

export function History({ result, keyFigure }: HistoryProps) {
  const [range, setRange] = useState<DateRange>("all_time");
  const clock = useAtomValue(plantClockAtom);
  const flown = result.history.map(({ flown_at }) => flown_at);
  const history = result.history.filter(({ flown_at }) =>
    isSurveyInRange({ flown_at, time_zone: clock.zone }, range),
  );
  return (
    <>
      {/* Two points need no choice. */}
      {flown.length > 2 ? (
        <DateRangeSelect
          label={t("shell:range.label")}
          options={dateRangeOptions(flown.map(clock.date))}
          value={range}
          onChange={setRange}
        />
      ) : null}
      <Chart
        result={{ ...result, history }}
        keyFigure={keyFigure}
        isNarrowed={range !== "all_time"}
      />
      <CourseLine result={result} keyFigure={keyFigure} />
    </>
  );
}

/** Of all analyses up to the open one, whatever period is chosen for the chart. */
function CourseLine({ result, keyFigure }: HistoryProps) {
  const limitsOf = useAtomValue(limitsOfAtom);
  const analysisId = useAtomValue(analysisIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const found = componentCourse(keyFigure, result.history, analysisId, limitsOf);
  return found ? (
    <p className={css.note}>
      {t(`component:course.${found.course}`, { date: clock.day(found.since) })}
    </p>
  ) : null;
}

function Chart({ result, keyFigure, isNarrowed }: HistoryProps & { isNarrowed: boolean }) {
  const limits = useAtomValue(limitsOfAtom)(keyFigure);
  const markOf = useAtomValue(valueMarkAtom);
  const openAnalysisId = useAtomValue(analysisIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const points = pointsOf(result, keyFigure, clock);
  if (points.length < 2) {
    const why = isNarrowed ? t("component:short_period") : t("component:one_survey");
    return <p className={css.note}>{why}</p>;
  }
  const isClassed = keyFigure.kind === "u8";
  const [from, to] = rangeOf(keyFigure, points, limits);
  const left = isClassed ? SIDE : NUMBERS + SIDE;
  const first = points[0]!.at;
  const span = points.at(-1)!.at - first || 1;
  const x = (at: number) => left + ((at - first) / span) * (WIDTH - SIDE - left);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((placeOf(keyFigure, value) - from) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  // Where limits are close to each other, the worst one is named.
  const isApart = (worse: readonly number[], limit: number) =>
    worse.every((one) => Math.abs(y(one) - y(limit)) > NAME);
  const ticks = isClassed
    ? keyFigure.classes.slice(from, to + 1).map(({ value }) => value)
    : axisTicks(from, to, 3);
  const path = points.map(({ at, value }) => `${x(at)},${y(value)}`).join(" ");
  const words = points.map((point) => valueWords(keyFigure, point));
  return (
    <figure className={css.history}>
      <figcaption>{t("component:history", { name: keyFigureTitle(keyFigure) })}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.join("; ")}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={isClassed ? 0 : NUMBERS}
              x2={WIDTH}
              y1={y(tick)}
              y2={y(tick)}
              className={css.grid}
            />
            <text
              x={isClassed ? 2 : NUMBERS - 4}
              y={y(tick) + (isClassed ? -3 : 3)}
              textAnchor={isClassed ? "start" : "end"}
            >
              {isClassed ? className(keyFigure, tick) : formatNumber(tick, 6)}
            </text>
          </g>
        ))}
        {limits.map((limit, at) =>
          limit > from && limit < to ? (
            <g key={limit}>
              <line x1={NUMBERS} x2={WIDTH} y1={y(limit)} y2={y(limit)} className={css.limit} />
              {isApart(limits.slice(at + 1), limit) ? (
                <text x={WIDTH - 2} y={y(limit) - 3} textAnchor="end">
                  {severityName((at + 1) as Severity)}
                </text>
              ) : null}
            </g>
          ) : null,
        )}
        <polyline points={path} className={css.line} />
        {points.map(({ id, at, label, value, uncertainty }, place) => (
          <g key={id}>
            {uncertainty > 0 ? (
              <path
                className={css.bar}
                d={`M${x(at)} ${y(value - uncertainty)}V${y(value + uncertainty)}m-3 0h6M${x(at) - 3} ${y(value - uncertainty)}h6`}
              />
            ) : null}
            <circle
              cx={x(at)}
              cy={y(value)}
              r={id === openAnalysisId ? 5 : 3.5}
              fill={markOf(keyFigure, value).colour}
              className={css.point}
            >
              <title>{valueWords(keyFigure, { label, value, uncertainty })}</title>
            </circle>
            {isDated(
              place,
              points.map((one) => x(one.at)),
            ) ? (
              <text x={x(at)} y={HEIGHT - 8} textAnchor={anchorOf(place, points.length)}>
                {label}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** "16 Nov 2025: 7.5 ± 1.4 K" */
function valueWords(
  keyFigure: KeyFigure,
  { label, value, uncertainty }: Pick<Point, "label" | "value" | "uncertainty">,
): string {
  const words =
    uncertainty > 0 ? formatRange(keyFigure, value, uncertainty) : formatValue(keyFigure, value);
  return `${label}: ${words}`;
}

/** Between the first date and another one in the middle; a date takes about 80 pixels. */
const DATE_AND_HALF = 120;

/** The first and the last date stand below the axis, and the middle one of three where there is room. */
function isDated(place: number, xs: readonly number[]): boolean {
  const last = xs.length - 1;
  if (place === 0 || place === last) return true;
  const [from = 0, at = 0, to = 0] = xs;
  return last === 2 && at - from > DATE_AND_HALF && to - at > DATE_AND_HALF;
}

function anchorOf(place: number, count: number): "start" | "middle" | "end" {
  if (place === 0) return "start";
  return place === count - 1 ? "end" : "middle";
}

/** Where the value stands on the axis: classes in their order, which may differ from their numbers. */
function placeOf({ kind, classes }: KeyFigure, value: number): number {
  return kind === "f32" ? value : classes.findIndex((one) => one.value === value);
}

/** The ends of the axis: all values, the first limit, and some room; of classes at least two. */
function rangeOf(
  keyFigure: KeyFigure,
  points: readonly Point[],
  limits: readonly number[],
): readonly [number, number] {
  const values = points.map(({ value }) => value);
  if (keyFigure.kind === "u8") {
    const most = Math.max(...values.map((value) => placeOf(keyFigure, value)));
    return [0, most > 0 ? most : Math.max(1, keyFigure.classes.length - 1)];
  }
  const bars = points.flatMap(({ value, uncertainty }) => [
    value - uncertainty,
    value + uncertainty,
  ]);
  const low = Math.min(...bars, ...limits.slice(0, 1));
  const high = Math.max(...bars, ...limits.slice(0, 1));
  const room = (high - low || 1) * 0.08;
  return [low - room, high + room];
}

/** Oldest first. Analyses without a value are left out. */
function pointsOf({ history }: ComponentResult, keyFigure: KeyFigure, clock: SiteClock): Point[] {
  return history
    .flatMap(({ analysis_id, flown_at, values }) => {
      const value = values.find((one) => one.key_figure_id === keyFigure.id)?.value;
      if (value === null || value === undefined) return [];
      const { uncertainty_by, uncertainty: usual } = keyFigure;
      const stated = values.find((one) => one.key_figure_id === uncertainty_by)?.value;
      const uncertainty = stated ?? (usual ? uncertaintyOf(usual, value) : 0);
      const at = Date.parse(flown_at);
      return [{ id: analysis_id, at, label: clock.day(flown_at), value, uncertainty }];
    })
    .toSorted((a, b) => a.at - b.at);
}
