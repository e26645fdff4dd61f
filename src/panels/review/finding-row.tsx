// One flagged finding of the queue: where, what, why, and what was decided.
import { useSetAtom } from "jotai";
import type { Finding } from "../../domain/evaluation/finding-review.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { lookAtFinding } from "../../state/plant/analysis/finding-review.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import css from "./review.module.css";

const tones = {
  open: "neutral",
  disputed: "watch",
  accepted: "good",
  moved: "info",
  rejected: "neutral",
} as const;

type FindingRowProps = { finding: Finding; reviewers: number; isOpen: boolean };

export function FindingRow({ finding, reviewers, isOpen }: FindingRowProps) {
  const look = useSetAtom(lookAtFinding);
  const { pcs, dt_id, key_figure_id, value, confidence, reasons, state, moved_to, stated_as } =
    finding;
  const keyFigure = keyFigureById(key_figure_id);
  const notes = [
    ...reasons.map((one) => t(`evaluation:review.reason.${one}`)),
    ...(confidence === null
      ? []
      : [t("evaluation:review.confidence", { percent: formatNumber(100 * confidence, 0) })]),
  ];
  return (
    <li data-open={isOpen}>
      <button
        type="button"
        className={css.finding}
        aria-current={isOpen}
        onClick={() => look(finding)}
      >
        <span className={css.name}>
          <strong>{pcs || dt_id}</strong>
          <Badge tone={tones[state]}>{t(`evaluation:review.state.${state}`)}</Badge>
        </span>
        {keyFigure ? (
          <span>
            {keyFigureName(keyFigure)}: {formatValue(keyFigure, value)}
          </span>
        ) : null}
        <small>{notes.join(" · ")}</small>
        {moved_to ? <small>{t("evaluation:review.moved_to", { name: moved_to })}</small> : null}
        {stated_as ? (
          <small>
            {t("evaluation:review.stated_as", {
              name: t(`evaluation:review.stated.${stated_as}`),
            })}
          </small>
        ) : null}
        {reviewers > 1 ? (
          <small>
            {t("evaluation:review.given", { count: finding.given, all: reviewers })}
            {finding.own ? ` · ${t(`evaluation:review.verdict.${finding.own.verdict}`)}` : null}
          </small>
        ) : null}
      </button>
    </li>
  );
}
