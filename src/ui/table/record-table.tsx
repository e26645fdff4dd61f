// A virtual table for tens of thousands of records: only visible rows are rendered. Arrow keys move
// between rows, Enter and a click open one.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { classes } from "../class-name.ts";
import { HeadCell, useSorted, type Column, type Sort } from "./table-sort.tsx";
import dataCss from "./data-table.module.css";
import css from "./record-table.module.css";

export type RecordTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  sort?: Sort | undefined;
  /** Id of the record that is open beside the table. */
  openId?: number | string | null;
  /** Absent: rows cannot be opened. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Called when the last row becomes visible. Must be a stable reference. */
  onEnd?: (() => unknown) | undefined;
};

const ROW_PX = 36;
const PAGE_ROWS = 10;
/** Controls inside a row; a press on one does not open the row. */
const CONTROLS = "a,button,input,select,textarea,label,[role=button],[role=checkbox],[role=switch]";

export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, rowId, openId = null, onOpen } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const width = useWidth(scroll);
  const columns = props.columns.filter(({ from }) => from === undefined || width >= from);
  const { sorted, sort, toggleSort } = useSorted(props.columns, props.rows, props.sort);
  const [active, setActive] = useState(0);
  const takesFocus = useRef(false);
  // The React compiler skips components that use a virtualizer, as they need.
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    // A hidden table measures 0, so the last height is kept.
    measureElement: (element) => element.getBoundingClientRect().height || ROW_PX,
    overscan: 8,
    initialRect: { width: 600, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const { onEnd } = props;
  const isAtEnd = last !== undefined && last.index === sorted.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
    // After more rows are loaded, onEnd may be called again.
  }, [isAtEnd, sorted.length, onEnd]);
  const isActiveShown = items.some(({ index }) => index === active);
  const stop = isActiveShown ? active : (first?.index ?? 0);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(sorted.length - 1, to));
    takesFocus.current = next !== active;
    setActive(next);
    virtual.scrollToIndex(next);
  };
  // When a form has closed and nothing has the focus, the row of its record gets it.
  const opened = useRef(openId);
  useEffect(() => {
    const closed = opened.current;
    opened.current = openId;
    if (openId !== null || closed === null || document.activeElement !== document.body) return;
    const at = sorted.findIndex((row) => String(rowId(row)) === String(closed));
    if (at < 0) return;
    const shown = scroll.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (shown) shown.focus();
    else takesFocus.current = true;
    setActive(at);
    virtual.scrollToIndex(at);
  }, [openId, sorted, rowId, virtual]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row) => {
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE_ROWS,
      PageUp: index - PAGE_ROWS,
      Home: 0,
      End: sorted.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if ((event.key === "Enter" || event.key === " ") && onOpen) onOpen(row);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLTableRowElement>, index: number, row: Row) => {
    setActive(index);
    if (event.target instanceof Element && !event.target.closest(CONTROLS)) onOpen?.(row);
  };

  return (
    // A native table for its column layout; role grid, because its rows are focusable.
    <div ref={scroll} className={dataCss.scroll}>
      <table
        role="grid"
        className={classes(dataCss.table, css.table)}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={toggleSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {first && first.start > 0 ? <Gap height={first.start} span={columns.length} /> : null}
          {items.map(({ index }) => {
            const row = sorted[index]!;
            const id = rowId(row);
            return (
              <tr
                key={id}
                data-index={index}
                ref={(element) => {
                  virtual.measureElement(element);
                  if (element && index === active && takesFocus.current) {
                    takesFocus.current = false;
                    element.focus();
                  }
                }}
                aria-rowindex={index + 2}
                aria-selected={openId !== null && String(id) === String(openId)}
                tabIndex={index === stop ? 0 : -1}
                className={onOpen ? css.opens : undefined}
                onKeyDown={(event) => onKeyDown(event, index, row)}
                onClick={(event) => onClick(event, index, row)}
              >
                {columns.map(({ id: column, cell, numeric }) => {
                  const content = cell(row);
                  return (
                    <td
                      key={column}
                      className={classes(css.cell, numeric && dataCss.numeric)}
                      // A narrow column cuts a long word off.
                      title={typeof content === "string" ? content : undefined}
                    >
                      {content}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {last && last.end < virtual.getTotalSize() ? (
            <Gap height={virtual.getTotalSize() - last.end} span={columns.length} />
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

/** A spacer in place of the rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className={css.gap}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

function useWidth(of: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!of.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return width;
}
