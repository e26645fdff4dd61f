// How the results were evaluated, where that is not as usual: by an older version, placed by a person, or not here.
import { useAtomValue } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { headlineOf } from "../../state/settings/headline.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";
import { RunEvaluation } from "../run-evaluation/run-evaluation.tsx";
import css from "./analysis.module.css";

/** Nothing until it is known. */
export function Evaluated({ analysis }: { analysis: Analysis }) {
  const headline = valueOf(useAtomValue(headlineOf(analysis.id)));
  if (!headline) return null;
  const { evaluation } = headline;
  if (evaluation === null) return <p className={css.lead}>{t("headline:evaluation.stated")}</p>;
  const { age, by_hand, is_contradicted, not_judged } = evaluation;
  return (
    <>
      {age === "present" ? null : (
        <Alert
          tone={age === "place_unchecked" ? "danger" : "watch"}
          title={t(`headline:evaluation.${age}`)}
        >
          {t(`evaluation:age.${age}_text`)}
          <RunEvaluation analysis={analysis} label={t("evaluation:age.again")} />
        </Alert>
      )}
      {not_judged > 0 ? (
        <p>
          {t("headline:evaluation.not_judged", { count: not_judged, n: formatNumber(not_judged) })}
        </p>
      ) : null}
      {is_contradicted ? (
        <Alert tone="danger" title={t("evaluation:log.contradicted_title")}>
          {t("evaluation:log.contradicted_text")}
        </Alert>
      ) : null}
      {by_hand.map(({ file, points, residual_m }) => (
        <p key={file}>
          {t("evaluation:log.by_hand", {
            file,
            points: formatNumber(points),
            residual: formatNumber(residual_m * 100, 1),
          })}
        </p>
      ))}
    </>
  );
}
