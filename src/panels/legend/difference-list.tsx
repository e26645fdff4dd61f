// The changes of components between the two compared analyses.
import { useAtomValue } from "jotai";
import { differenceClasses } from "../../domain/column/difference.ts";
import { drawnBarsAtom } from "../../state/map/drawn-bars.ts";
import { drawnBarsWords } from "../../state/plant/bar-words.ts";
import { differenceAtom } from "../../state/plant/compare.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { differenceColoursAtom, differenceSymbols } from "../../state/plant/value-colour.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./legend.module.css";

export function DifferenceList() {
  const difference = useAtomValue(differenceAtom);
  const colours = useAtomValue(differenceColoursAtom);
  const bars = useAtomValue(drawnBarsAtom);
  if (difference.state === "failed") {
    return (
      <p role="alert" className={css.fault}>
        {faultWords(difference.fault).title}
      </p>
    );
  }
  if (difference.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const { counts } = difference.value;
  const sum = counts.reduce((total, count) => total + count, 0);
  return (
    <ul className={css.classes} aria-label={t("compare:difference")}>
      {differenceClasses.map((one, at) => (
        <li key={one} className={css.class}>
          <span className={css.classButton}>
            <SeverityMark symbol={differenceSymbols[one]} colour={colours[one]} />
            <span className={css.className}>
              {t(`compare:class.${one}`)}
              {bars?.classes ? (
                <small className={css.drawn}>{drawnBarsWords(bars, bars.classes[at] ?? 0)}</small>
              ) : null}
            </span>
            <span>{formatNumber(counts[at] ?? 0)}</span>
            <span className={css.share}>{formatShare(sum > 0 ? (counts[at] ?? 0) / sum : 0)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
