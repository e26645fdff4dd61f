// The findings of a survey by how bad they are, for what is made of the worst ones.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { seenAt } from "../finding/survey-finding.ts";
import { derivedFaultTypes } from "../key-figure/derived-fault-type.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import { keyFigureById, type KeyFigure } from "../key-figure/key-figure.ts";

/**
 * Rows of findings by the limits of the catalogue, as the list of findings has them: also a named fault of a component that
 * is good as a whole, as broken glass that is not warm. The worst come first, within a severity by the measurement that
 * ranks them (temperature difference of modules, heat loss of tubes): the highest first, those without one last, then by row.
 * @param columns values by key of the key figure, by row
 * @param count rows of the component type
 */
export function worstFindings(
  type: "module" | "absorber_tube",
  columns: Readonly<Record<string, ColumnValues>>,
  count: number,
): number[] {
  const figure = faultTypeFigureOf(type)!;
  const given = ({ key }: KeyFigure) => columns[key];
  const types = given(figure) ?? derivedFaultTypes(type, count, given) ?? undefined;
  const at = seenAt(figure, {
    valuesOf: (one) => (one === figure ? types : given(one)),
    limitsOf: ({ limits }) => limits,
  });
  if (!at) return [];
  const ranking = columns[keyFigureById(figure.ranked_by ?? 0)?.key ?? ""];
  const rankOf = (row: number) => {
    const rank = ranking && row < ranking.length ? valueAt(ranking, row) : NaN;
    return rank === rank ? rank : -Infinity;
  };
  const found: { row: number; severity: number; rank: number }[] = [];
  for (let row = 0; row < count; row += 1) {
    const { severity } = at(row);
    if (severity > 0 && severity !== NO_SEVERITY) found.push({ row, severity, rank: rankOf(row) });
  }
  found.sort(
    (a, b) =>
      b.severity - a.severity ||
      (a.rank === b.rank ? 0 : b.rank > a.rank ? 1 : -1) ||
      a.row - b.row,
  );
  return found.map(({ row }) => row);
}
