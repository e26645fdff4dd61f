// The share of components in each class. A press shows only that class.
import { useAtomValue, useSetAtom } from "jotai";
import type { CountedStatistics } from "../../domain/column/value-statistics.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { showClasses, shownClassesAtom } from "../../state/plant/column/legend.ts";
import { formatAlignedShare, formatNumber, t } from "../../state/shell/locale.ts";
import { valueSegmentsAtom } from "../../state/plant/column/value-segment.ts";
import { valueStatisticsAtom } from "../../state/plant/column/statistics.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Filtered, Stated } from "../stated.tsx";
import css from "./statistics.module.css";

export function Shares() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const shares = useAtomValue(valueStatisticsAtom);
  const partsOf = useAtomValue(valueSegmentsAtom);
  const shown = useAtomValue(shownClassesAtom);
  const show = useSetAtom(showClasses);
  if (shares.state === "failed") return <LoadFault fault={shares.fault} isSmall />;
  if (!keyFigure || shares.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const { value } = shares;
  const numbers = [
    ["mean", value.mean],
    ["median", value.median],
    ["min", value.min],
    ["max", value.max],
  ] as const;
  return (
    <section className={css.block} aria-label={t("statistics:shares")}>
      <h3>{keyFigureName(keyFigure)}</h3>
      <Stated className={css.sum} />
      <Filtered className={css.sum} type={keyFigure.component_type} />
      {keyFigure.direction === "neutral" || value.count === 0 ? null : <Faulty value={value} />}
      <p className={css.sum} role="status">
        {t("statistics:counted", {
          n: formatNumber(value.count),
          missing: formatNumber(value.missing),
        })}
        {value.measured > value.count
          ? ` · ${t("statistics:of_measured", { of: formatNumber(value.measured) })}`
          : null}
      </p>
      <p className={css.columns}>
        <span className={css.className}>{t("statistics:column.class")}</span>
        <span className={css.number}>{t("statistics:column.count")}</span>
        <span className={css.share}>{t("statistics:column.share")}</span>
      </p>
      <ul className={css.shares}>
        {partsOf(keyFigure, value).map((part) => {
          const share = value.measured > 0 ? part.count / value.measured : 0;
          const isAlone = shown?.length === 1 && shown[0] === part.value;
          return (
            <li key={part.id}>
              <button
                type="button"
                aria-pressed={isAlone}
                onClick={() => show(isAlone ? [] : [part.value])}
              >
                <SeverityMark symbol={part.symbol} colour={part.colour} />
                <span className={css.name}>{part.name}</span>
                <span className={css.meter} aria-hidden="true">
                  <span style={{ width: `${share * 100}%`, background: part.colour }} />
                </span>
                <span className={css.number}>{formatNumber(part.count)}</span>
                <span className={css.share}>{formatAlignedShare(share)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {keyFigure.kind === "f32" ? (
        <dl className={css.numbers}>
          {numbers.map(([name, number]) => (
            <div key={name}>
              <dt>{t(`statistics:${name}`)}</dt>
              <dd>{formatValue(keyFigure, number)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

/** The share of components in a bad state, large: it is what the panel is opened for. */
function Faulty({ value }: { value: CountedStatistics }) {
  const [, watch = 0, poor = 0, act = 0] = value.severities;
  const faulty = poor + act;
  return (
    <p className={css.faulty}>
      <strong>{formatAlignedShare(faulty / value.measured)}</strong>
      <span className={css.faultyWords}>
        <b>{t("statistics:faulty")}</b>
        <span>
          {t("statistics:faulty_of", { n: formatNumber(faulty), of: formatNumber(value.measured) })}
        </span>
        {watch > 0 ? (
          <span>
            {t("statistics:watched", {
              n: formatNumber(watch),
              share: formatAlignedShare(watch / value.measured),
            })}
          </span>
        ) : null}
      </span>
    </p>
  );
}
