// Says how the values were evaluated, where that is not as usual: placed by a person, by an older version, or not here.
import type { Headline } from "../../domain/plant/headline.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./headline.module.css";

export function Evaluated({ headline: { evaluation, figures } }: { headline: Headline }) {
  if (evaluation === null) {
    return figures.length === 0 ? null : (
      <p className={css.quiet}>{t("headline:evaluation.stated")}</p>
    );
  }
  const { age, by_hand, is_contradicted, not_judged } = evaluation;
  const names = by_hand.map(({ file, points, residual_m }) =>
    t("headline:evaluation.by_hand_file", {
      file,
      points: formatNumber(points),
      residual: formatNumber(residual_m * 100, 1),
    }),
  );
  const more = names.length - MOST_FILES;
  return (
    <>
      {age === "present" ? null : <p className={css.quiet}>{t(`headline:evaluation.${age}`)}</p>}
      {not_judged > 0 ? (
        <p className={css.quiet}>
          {t("headline:evaluation.not_judged", { count: not_judged, n: formatNumber(not_judged) })}
        </p>
      ) : null}
      {is_contradicted ? (
        <p className={css.quiet}>{t("headline:evaluation.contradicted")}</p>
      ) : null}
      {names.length === 0 ? null : (
        <p className={css.quiet}>
          {t("headline:evaluation.by_hand", { names: names.slice(0, MOST_FILES).join("; ") })}
          {more > 0
            ? ` ${t("headline:evaluation.by_hand_more", { count: more, n: formatNumber(more) })}`
            : null}
        </p>
      )}
    </>
  );
}

/** More stand in the log of the evaluation. */
const MOST_FILES = 3;
