// The footer row of the table: per column the mean, or the number of poor or worse rows.
import { useAtomValue } from "jotai";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { tableStatisticsAtom, type ColumnId } from "../../state/plant/filter/table.ts";
import { formatValue } from "../../state/plant/column/value-words.ts";
import css from "./table.module.css";

export function StatisticsRow({
  columns,
  rowIndex,
}: {
  columns: readonly ColumnId[];
  rowIndex: number;
}) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={css.statistics}>
      <span role="gridcell" className={css.tick} aria-label={t("table:selected")} />
      {columns.map((id, at) => (
        <StatisticsCell key={id} id={id} isFirst={at === 0} />
      ))}
    </div>
  );
}

function StatisticsCell({ id, isFirst }: { id: ColumnId; isFirst: boolean }) {
  const statistics = useAtomValue(tableStatisticsAtom).find(
    ({ key_figure_id }) => `${key_figure_id}` === id,
  );
  const keyFigure = keyFigureById(Number(id));
  if (!keyFigure) {
    return (
      <span role="gridcell" className={isFirst ? css.sticky : undefined}>
        {isFirst ? t("table:statistics") : ""}
      </span>
    );
  }
  if (!statistics || statistics.count === 0) {
    return (
      <span role="gridcell" className={css.number}>
        –
      </span>
    );
  }
  const { mean, median, min, max, severities, count } = statistics;
  const poor = (severities[2] ?? 0) + (severities[3] ?? 0);
  const words = {
    min: formatValue(keyFigure, min),
    median: formatValue(keyFigure, median),
    mean: formatValue(keyFigure, mean),
    max: formatValue(keyFigure, max),
    n: formatNumber(count),
    poor: formatNumber(poor),
    share: formatShare(poor / count),
  };
  const isClass = keyFigure.kind === "u8";
  return (
    <span
      role="gridcell"
      className={css.number}
      title={t(isClass ? "table:statistics_classes" : "table:statistics_values", words)}
    >
      {isClass ? t("table:poor", words) : t("table:mean", words)}
    </span>
  );
}
