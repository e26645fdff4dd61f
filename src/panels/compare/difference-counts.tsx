// Counts of components that became worse, stayed, became better or cannot be compared.
import { useAtomValue } from "jotai";
import { differenceClasses } from "../../domain/column/difference.ts";
import { differenceAtom } from "../../state/plant/compare.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { differenceColoursAtom, differenceSymbols } from "../../state/plant/value-colour.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { ShareBar } from "../../ui/chart/share-bar.tsx";
import css from "./compare.module.css";

export function DifferenceCounts() {
  const difference = useAtomValue(differenceAtom);
  const colours = useAtomValue(differenceColoursAtom);
  if (difference.state !== "ready") return null;
  const { counts } = difference.value;
  const sum = counts.reduce((total, count) => total + count, 0);
  const shareOf = (at: number) => (sum > 0 ? (counts[at] ?? 0) / sum : 0);
  const words = differenceClasses
    .map((one, at) => `${t(`compare:class.${one}`)} ${formatShare(shareOf(at))}`)
    .join(", ");
  return (
    <section className={css.counts} aria-label={t("compare:counts")}>
      <ShareBar
        label={words}
        parts={differenceClasses.map((one, at) => ({
          id: one,
          count: counts[at] ?? 0,
          colour: colours[one],
        }))}
      />
      <ul>
        {differenceClasses.map((one, at) => (
          <li key={one}>
            <SeverityMark symbol={differenceSymbols[one]} colour={colours[one]} />
            <span>{t(`compare:class.${one}`)}</span>
            <strong>{formatNumber(counts[at] ?? 0)}</strong>
            <small>{formatShare(shareOf(at))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
