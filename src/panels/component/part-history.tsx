// The findings among the parts of the component, survey by survey, stacked by severity.
import { useAtomValue } from "jotai";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import type { PartHistory, PartSurvey } from "../../state/plant/column/part-history.ts";
import { severityColoursAtom } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeInText,
  keyFigureName,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { type SiteClock } from "../../state/shell/site-clock.ts";
import css from "./history.module.css";

/** In CSS pixels, which the picture has in a card of usual width. */
const WIDTH = 300;
const HEIGHT = 132;
const TOP = 18;
const BOTTOM = 24;
/** Widest bar. */
const BAR = 44;

const severities: readonly Severity[] = [1, 2, 3];
const found = ({ counts }: PartSurvey) => counts[1] + counts[2] + counts[3];
const measured = ({ counts }: PartSurvey) => counts.reduce((sum, one) => sum + one, 0);

function surveyWords(survey: PartSurvey, clock: SiteClock): string {
  const words = t("component:part_history.survey", {
    date: clock.day(survey.flown_at),
    n: formatNumber(found(survey)),
    measured: formatNumber(measured(survey)),
  });
  const parts = severities
    .toReversed()
    .filter((one) => survey.counts[one] > 0)
    .map((one) => `${severityName(one)} ${formatNumber(survey.counts[one])}`);
  return [words, ...parts].join(", ");
}

export function PartHistoryChart({ history }: { history: PartHistory }) {
  const { surveys, keyFigure, all, left_out } = history;
  const colours = useAtomValue(severityColoursAtom);
  const openId = useAtomValue(analysisIdAtom);
  const clock = useAtomValue(plantClockAtom);
  if (surveys.length < 2) return <p className={css.note}>{t("component:part_history.one")}</p>;
  const most = Math.max(1, ...surveys.map(found));
  const step = WIDTH / surveys.length;
  const width = Math.min(BAR, step * 0.6);
  const heightOf = (count: number) => (count / most) * (HEIGHT - TOP - BOTTOM);
  const isDated = (place: number) =>
    surveys.length <= 3 || place === 0 || place === surveys.length - 1;
  return (
    <figure className={css.history}>
      <figcaption>
        {t("component:part_history.title", {
          name: keyFigureName(keyFigure),
          parts: `${formatNumber(all)} ${componentTypeInText(keyFigure.component_type, all !== 1)}`,
        })}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={surveys.map((one) => surveyWords(one, clock)).join("; ")}
      >
        <line x1={0} x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} className={css.grid} />
        {surveys.map((survey, place) => {
          const middle = (place + 0.5) * step;
          let top = HEIGHT - BOTTOM;
          return (
            <g key={survey.analysis_id}>
              <title>{surveyWords(survey, clock)}</title>
              {severities.map((severity) => {
                const height = heightOf(survey.counts[severity]);
                top -= height;
                return (
                  <rect
                    key={severity}
                    x={middle - width / 2}
                    y={top}
                    width={width}
                    height={height}
                    fill={colours[severity]}
                    className={css.point}
                  />
                );
              })}
              <text x={middle} y={top - 4} textAnchor="middle">
                {formatNumber(found(survey))}
              </text>
              {isDated(place) ? (
                <text
                  x={middle}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                  fontWeight={survey.analysis_id === openId ? 600 : 400}
                >
                  {clock.day(survey.flown_at)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      {left_out > 0 ? (
        <p className={css.note}>
          {t("component:part_history.left_out", {
            count: left_out,
            shown: formatNumber(surveys.length),
            n: formatNumber(left_out),
          })}
        </p>
      ) : null}
    </figure>
  );
}
