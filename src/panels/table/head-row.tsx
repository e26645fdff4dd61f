// The column headers. A press sorts, a double press shows the key figure on the map.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowDown, ArrowDownWideNarrow, ArrowUp } from "lucide-react";
import { chooseKeyFigure, keyFigureIdAtom } from "../../state/plant/column/key-figure.ts";
import { columnTitleAtom } from "../../state/plant/column/column-title.ts";
import { t } from "../../state/shell/locale.ts";
import {
  sortTable,
  tableComparedAtom,
  tableSortAtom,
  worstByAtom,
  type ColumnId,
} from "../../state/plant/filter/table.ts";
import css from "./table.module.css";

export function HeadRow({ columns }: { columns: readonly ColumnId[] }) {
  const sort = useAtomValue(tableSortAtom);
  const worst = useAtomValue(worstByAtom)?.keyFigure.id;
  const isCompared = useAtomValue(tableComparedAtom) !== null;
  const columnTitle = useAtomValue(columnTitleAtom);
  const onSort = useSetAtom(sortTable);
  const shownId = useAtomValue(keyFigureIdAtom);
  const showOnMap = useSetAtom(chooseKeyFigure);
  return (
    <div role="row" aria-rowindex={1} className={css.head}>
      <span role="columnheader" className={css.tick}>
        <span className="visually-hidden">{t("table:selected")}</span>
      </span>
      {columns.map((id, at) => {
        // In a comparison, what became worst comes first.
        const isWorst = isCompared && sort === null ? id === "change" : `${worst}` === id;
        const sorted = isWorst ? "other" : sort?.by === id ? sort.direction : "none";
        const title = columnTitle(id);
        const isFigure = /^\d+$/.test(id);
        const isName = id === "pcs" || id === "dt_id" || id === "path";
        return (
          <span
            key={id}
            role="columnheader"
            aria-sort={sorted}
            className={at === 0 ? css.sticky : isName ? undefined : css.number}
            data-shown={`${shownId}` === id}
          >
            <button
              type="button"
              title={isWorst ? t("table:worst_first", { name: title }) : title}
              onClick={() => onSort(id)}
              onDoubleClick={() => isFigure && showOnMap(Number(id))}
            >
              <span>{title}</span>
              {isWorst ? <ArrowDownWideNarrow size={12} aria-hidden="true" /> : null}
              {sorted === "ascending" ? <ArrowUp size={12} aria-hidden="true" /> : null}
              {sorted === "descending" ? <ArrowDown size={12} aria-hidden="true" /> : null}
            </button>
          </span>
        );
      })}
    </div>
  );
}
