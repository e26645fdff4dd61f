// One key figure of the component over the plant's analyses.
import { useAtomValue } from "jotai";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis.ts";
import { limitsOfAtom } from "../../state/plant/key-figure.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { severityAtom, severityColoursAtom } from "../../state/plant/value-colour.ts";
import { formatValue, keyFigureName } from "../../state/plant/value-words.ts";
import css from "./component.module.css";

const WIDTH = 280;
const HEIGHT = 84;
const PAD = 10;

type Point = { id: number; at: number; label: string; value: number };

export function History({ result, keyFigure }: { result: ComponentResult; keyFigure: KeyFigure }) {
  const limits = useAtomValue(limitsOfAtom)(keyFigure);
  const severityOf = useAtomValue(severityAtom);
  const colours = useAtomValue(severityColoursAtom);
  const openAnalysisId = useAtomValue(analysisIdAtom);
  const points = pointsOf(result, keyFigure);
  if (points.length < 2) return <p className={css.note}>{t("component:one_survey")}</p>;
  const values = points.map(({ value }) => value);
  const low = Math.min(...values, ...limits.slice(0, 1));
  const high = Math.max(...values, ...limits.slice(0, 1));
  const room = (high - low || 1) * 0.12;
  const [from, to] = [low - room, high + room];
  const first = points[0]!.at;
  const span = points.at(-1)!.at - first || 1;
  const x = (at: number) => PAD + ((at - first) / span) * (WIDTH - 2 * PAD);
  const y = (value: number) => HEIGHT - PAD - ((value - from) / (to - from)) * (HEIGHT - 2 * PAD);
  const path = points.map(({ at, value }) => `${x(at)},${y(value)}`).join(" ");
  const words = points.map(({ label, value }) => `${label}: ${formatValue(keyFigure, value)}`);
  return (
    <figure className={css.history}>
      <figcaption>{t("component:history", { name: keyFigureName(keyFigure) })}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.join("; ")}>
        {limits
          .filter((limit) => limit > from && limit < to)
          .map((limit) => (
            <line key={limit} x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} className={css.limit} />
          ))}
        <polyline points={path} className={css.line} />
        {points.map(({ id, at, label, value }) => (
          <circle
            key={id}
            cx={x(at)}
            cy={y(value)}
            r={id === openAnalysisId ? 5 : 3.5}
            fill={colours[severityOf(keyFigure, value) ?? 0]}
            className={css.point}
          >
            <title>{`${label}: ${formatValue(keyFigure, value)}`}</title>
          </circle>
        ))}
      </svg>
      <div className={css.dates}>
        <span>{points[0]!.label}</span>
        <span>{points.at(-1)!.label}</span>
      </div>
    </figure>
  );
}

/** Oldest first. Analyses without a value are left out. */
function pointsOf({ history }: ComponentResult, keyFigure: KeyFigure): Point[] {
  return history
    .flatMap(({ analysis_id, flown_at, values }) => {
      const value = values.find((one) => one.key_figure_id === keyFigure.id)?.value;
      if (value === null || value === undefined) return [];
      return [{ id: analysis_id, at: Date.parse(flown_at), label: formatDate(flown_at), value }];
    })
    .toSorted((a, b) => a.at - b.at);
}
