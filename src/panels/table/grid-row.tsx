// One row: names, and values with severities.
import { memo } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { valueAt } from "../../domain/column/column.ts";
import { carriedValueAtom } from "../../state/plant/column/carried.ts";
import { columnValues, columnVersionAtom } from "../../state/plant/column/column.ts";
import { seenWordsAtom } from "../../state/plant/column/detection-limit.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { t } from "../../state/shell/locale.ts";
import { rowFlagsOf, SELECTED } from "../../state/plant/column/row-flag.ts";
import { namesOf } from "../../state/plant/plant.ts";
import { hoveredAtom, select } from "../../state/plant/component/selection.ts";
import { tableKeyFiguresAtom, type ColumnId } from "../../state/plant/filter/table.ts";
import {
  classColourAtom,
  severityAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { formatValue, severityName } from "../../state/plant/column/value-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { ComparedCell } from "./compared-cell.tsx";
import css from "./table.module.css";

export type GridRowProps = {
  type: ComponentType;
  row: number;
  /** Index in the whole table, from 0. */
  place: number;
  columns: readonly ColumnId[];
  isActive: boolean;
  isOpen: boolean;
  /** Offset from the top of the section in CSS pixels. */
  top: number;
  onClick: (place: number, event: React.MouseEvent) => void;
};

export function GridRow({
  type,
  row,
  place,
  columns,
  isActive,
  isOpen,
  top,
  onClick,
}: GridRowProps) {
  const mark = useSetAtom(select);
  const hover = useSetAtom(hoveredAtom);
  const isSelected = ((rowFlagsOf(type)?.[row] ?? 0) & SELECTED) !== 0;
  return (
    // The grid has the focus and handles the keys; see grid.tsx.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      id={`row-${row}`}
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      className={css.row}
      data-active={isActive}
      data-open={isOpen}
      data-odd={place % 2 === 1}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onClick(place, event)}
      onMouseEnter={() => hover({ component_type: type, row })}
    >
      <span role="gridcell" className={css.tick}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t("table:select_row")}
          checked={isSelected}
          onClick={(event) => event.stopPropagation()}
          onChange={() => mark({ component_type: type, rows: [row], mode: "toggle" })}
        />
      </span>
      {columns.map((id, at) => (
        <Cell key={id} id={id} type={type} row={row} isFirst={at === 0} />
      ))}
    </div>
  );
}

type CellProps = { id: ColumnId; type: ComponentType; row: number; isFirst: boolean };

const Cell = memo(function Cell({ id, type, row, isFirst }: CellProps) {
  const names = namesOf(type);
  const sticky = isFirst ? css.sticky : undefined;
  if (id === "pcs" || id === "dt_id") {
    const name = id === "pcs" ? names?.pcs(row) || names?.dtId(row) : names?.dtId(row);
    return (
      <span role="gridcell" className={sticky} title={name}>
        {name}
      </span>
    );
  }
  if (id === "path") {
    const path = pathName({ component_type: type, row });
    return (
      <span role="gridcell" className={sticky} title={path}>
        {path}
      </span>
    );
  }
  if (id === "before" || id === "now" || id === "change") {
    return <ComparedCell id={id} row={row} className={isFirst ? css.sticky : css.number} />;
  }
  return <ValueCell id={id} row={row} className={isFirst ? css.sticky : css.number} />;
});

function ValueCell({
  id,
  row,
  className,
}: {
  id: ColumnId;
  row: number;
  className?: string | undefined;
}) {
  const found = useAtomValue(tableKeyFiguresAtom).find(({ keyFigure }) => `${keyFigure.id}` === id);
  useAtomValue(columnVersionAtom);
  const carriedOf = useAtomValue(carriedValueAtom);
  const severityOf = useAtomValue(severityAtom);
  const seenWords = useAtomValue(seenWordsAtom);
  const colours = useAtomValue(severityColoursAtom);
  const classColour = useAtomValue(classColourAtom);
  const values = found && columnValues(found.summary.hash);
  if (!found || !values) {
    return (
      <span role="gridcell" className={className}>
        …
      </span>
    );
  }
  const value = valueAt(values, row);
  const carried = Number.isNaN(value) ? carriedOf(found.keyFigure.id, row) : null;
  if (carried) {
    return (
      <span role="gridcell" className={className} title={t("table:carried")}>
        <i className={css.carried}>{formatValue(found.keyFigure, carried.value)}</i>
      </span>
    );
  }
  const severity = severityOf(found.keyFigure, value);
  const isClass = found.keyFigure.kind === "u8" && value === value;
  const text = seenWords(found.keyFigure, value);
  return (
    <span role="gridcell" className={className} title={isClass ? text : undefined}>
      <span className={css.text}>{text}</span>
      {severity !== null && severity > 0 ? (
        <SeverityMark
          symbol={severitySymbol(severity)}
          colour={isClass ? classColour(found.keyFigure, value) : colours[severity]}
          size={11}
          label={severityName(severity)}
        />
      ) : null}
    </span>
  );
}
