// The column headers. A press sorts, a double press shows the key figure on the map.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowDown, ArrowUp } from "lucide-react";
import { chooseKeyFigure, keyFigureIdAtom } from "../../state/plant/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { sortTable, tableSortAtom, type ColumnId } from "../../state/plant/table.ts";
import { columnTitle } from "./column-words.ts";
import css from "./table.module.css";

export function HeadRow({ columns }: { columns: readonly ColumnId[] }) {
  const sort = useAtomValue(tableSortAtom);
  const onSort = useSetAtom(sortTable);
  const shownId = useAtomValue(keyFigureIdAtom);
  const showOnMap = useSetAtom(chooseKeyFigure);
  return (
    <div role="row" aria-rowindex={1} className={css.head}>
      <span role="columnheader" className={css.tick}>
        <span className="visually-hidden">{t("table:selected")}</span>
      </span>
      {columns.map((id, at) => {
        const sorted = sort?.by === id ? sort.direction : "none";
        const isFigure = /^\d+$/.test(id);
        return (
          <span
            key={id}
            role="columnheader"
            aria-sort={sorted}
            className={at === 0 ? css.sticky : isFigure ? css.number : undefined}
            data-shown={`${shownId}` === id}
          >
            {id === "path" ? (
              <span className={css.headText}>{columnTitle(id)}</span>
            ) : (
              <button
                type="button"
                title={columnTitle(id)}
                onClick={() => onSort(id)}
                onDoubleClick={() => isFigure && showOnMap(Number(id))}
              >
                <span>{columnTitle(id)}</span>
                {sorted === "ascending" ? <ArrowUp size={12} aria-hidden="true" /> : null}
                {sorted === "descending" ? <ArrowDown size={12} aria-hidden="true" /> : null}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
