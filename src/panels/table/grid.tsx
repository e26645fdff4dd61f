// A virtual grid for up to millions of rows: one Tab stop, arrow keys inside. Browsers cannot scroll more
// than a few ten million pixels, so rows are split into sections.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { ComponentType } from "../../domain/component/component.ts";
import { menuPlaceAtom } from "../../state/map/context-menu.ts";
import { columnVersionAtom } from "../../state/plant/column/column.ts";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { positionOf } from "../../state/plant/component/place-action.ts";
import { rowFlagVersionAtom } from "../../state/plant/column/row-flag.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { hoveredAtom, select } from "../../state/plant/component/selection.ts";
import { shownColumnsAtom, tableFocusAtom, tableSortAtom } from "../../state/plant/filter/table.ts";
import { copyRows } from "../../state/plant/analysis/copy-rows.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { HeadRow } from "./head-row.tsx";
import { GridRow } from "./grid-row.tsx";
import { StatisticsRow } from "./statistics-row.tsx";
import { Sections } from "../../ui/table/sections.tsx";
import css from "./table.module.css";

const ROW_PX = 28;
/** Row height in CSS pixels for touch. */
const TOUCH_ROW_PX = 44;
const PAGE_ROWS = 10;
/** The menu of a row begins a little inside it, in CSS pixels. */
const MENU_INSET_PX = 40;
/** Rows per section: 14 million pixels high, below the scroll limit of browsers. */
const SECTION_ROWS = 500_000;

/** Text that is selected on the page is copied by the browser. */
const isCopy = ({ ctrlKey, metaKey, shiftKey, altKey, key }: React.KeyboardEvent) =>
  (ctrlKey || metaKey) &&
  // With Shift it copies the link to the view.
  !shiftKey &&
  !altKey &&
  key.toLowerCase() === "c" &&
  (getSelection()?.isCollapsed ?? true);

export function Grid({ type, rows }: { type: ComponentType; rows: Uint32Array }) {
  const columns = useAtomValue(shownColumnsAtom);
  useAtomValue(columnVersionAtom);
  useAtomValue(rowFlagVersionAtom);
  const scroller = useRef<HTMLDivElement>(null);
  const [chosenSection, setSection] = useState(0);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const sections = Math.ceil(rows.length / SECTION_ROWS);
  const section = Math.min(chosenSection, sections - 1);
  const first = section * SECTION_ROWS;
  const count = Math.min(SECTION_ROWS, rows.length - first);
  const rowPx = useAtomValue(isSmallScreenAtom) ? TOUCH_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    paddingStart: 0,
  });
  useEffect(() => virtual.measure(), [rowPx, virtual]);
  const open = useSetAtom(openComponent);
  const mark = useSetAtom(select);
  const copy = useSetAtom(copyRows);
  const hover = useSetAtom(hoveredAtom);
  const openRow = useAtomValue(openRowAtom);
  const openMenu = useSetAtom(menuPlaceAtom);
  const centreOf = useAtomValue(positionOf);
  const focus = useAtomValue(tableFocusAtom);
  const moveTo = (place: number) => {
    const clamped = Math.min(rows.length - 1, Math.max(0, place));
    setActive(clamped);
    setSection(Math.floor(clamped / SECTION_ROWS));
    virtual.scrollToIndex(clamped % SECTION_ROWS, { align: "auto" });
    hover({ component_type: type, row: rows[clamped]! });
    return clamped;
  };
  const bringIntoView = (row: number, align: "center" | "auto") => {
    const place = rows.indexOf(row);
    if (place < 0) return;
    setActive(place);
    setSection(Math.floor(place / SECTION_ROWS));
    virtual.scrollToIndex(place % SECTION_ROWS, { align });
  };
  const showRow = useEffectEvent(bringIntoView);
  // In another order the table begins at its top.
  const sort = useAtomValue(tableSortAtom);
  const lastSort = useRef(sort);
  useEffect(() => {
    if (lastSort.current === sort) return;
    lastSort.current = sort;
    setSection(0);
    virtual.scrollToIndex(0);
  }, [sort, virtual]);
  useEffect(() => {
    if (focus) showRow(focus.row, "center");
  }, [focus, rows]);
  // The table follows the open component, for example when J and K go through the findings.
  const openedRow = openRow?.component_type === type ? openRow.row : null;
  useEffect(() => {
    if (openedRow !== null) showRow(openedRow, "auto");
  }, [openedRow]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      const clamped = moveTo(to);
      if (event.shiftKey) selectSpan(anchor.current, clamped);
      else anchor.current = clamped;
    } else if (event.key === "Enter") open({ component_type: type, row: rows[active]! }, true);
    else if (event.key === " ")
      mark({ component_type: type, rows: [rows[active]!], mode: "toggle" });
    else if (isCopy(event)) void copy(rows[active]!);
    else return;
    event.preventDefault();
  };
  const selectSpan = (from: number, to: number) => {
    const span = rows.subarray(Math.min(from, to), Math.max(from, to) + 1);
    mark({ component_type: type, rows: span, mode: "replace" });
  };
  const onRowClick = (place: number, event: React.MouseEvent) => {
    setActive(place);
    const row = rows[place]!;
    if (event.shiftKey) return selectSpan(anchor.current, place);
    anchor.current = place;
    if (event.ctrlKey || event.metaKey) {
      mark({ component_type: type, rows: [row], mode: "toggle" });
    } else open({ component_type: type, row }, true);
  };
  const menuAt = (place: number, x: number, y: number) => {
    const component = { component_type: type, row: rows[place]! };
    const position = centreOf(component);
    if (position) openMenu({ x, y, component, position });
  };
  const onContextMenu = (event: React.MouseEvent) => {
    const row = (event.target as Element).closest("[aria-rowindex]");
    const place = Number(row?.getAttribute("aria-rowindex") ?? 0) - 2;
    if (!(place >= 0 && place < rows.length)) return;
    event.preventDefault();
    setActive(place);
    menuAt(place, event.clientX, event.clientY);
  };
  const onMenuKey = (event: React.KeyboardEvent) => {
    const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const row = isMenu ? document.getElementById(`row-${rows[active]!}`) : null;
    if (!row) return;
    event.preventDefault();
    const { left, bottom } = row.getBoundingClientRect();
    menuAt(active, Math.max(left, 0) + MENU_INSET_PX, bottom);
  };
  const drawn = virtual.getVirtualItems();
  // A row that is not rendered must not be referenced by aria-activedescendant.
  const isActiveDrawn = drawn.some(({ index }) => first + index === active);
  return (
    <>
      <div
        ref={scroller}
        className={css.scroller}
        role="grid"
        tabIndex={0}
        aria-label={t("table:of", { type: componentTypeName(type, true) })}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        {...(isActiveDrawn ? { "aria-activedescendant": `row-${rows[active]!}` } : {})}
        onKeyDown={(event) => {
          onKeyDown(event);
          onMenuKey(event);
        }}
        onContextMenu={onContextMenu}
        onMouseLeave={() => hover(null)}
      >
        <div className={css.sheet} style={{ minWidth: `${columns.length * 9 + 2}rem` }}>
          <HeadRow columns={columns} />
          <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
            {drawn.map(({ index, start }) => {
              const place = first + index;
              return (
                <GridRow
                  key={index}
                  type={type}
                  row={rows[place]!}
                  place={place}
                  columns={columns}
                  isActive={place === active}
                  isOpen={openRow?.component_type === type && openRow.row === rows[place]}
                  top={start}
                  onClick={onRowClick}
                />
              );
            })}
          </div>
          <StatisticsRow columns={columns} rowIndex={rows.length + 2} />
        </div>
      </div>
      <Sections
        label={t("table:sections")}
        before={t("table:section_before")}
        after={t("table:section_after")}
        text={t("table:section", {
          from: formatNumber(first + 1),
          to: formatNumber(first + count),
          of: formatNumber(rows.length),
        })}
        sections={sections}
        section={section}
        onSection={setSection}
      />
    </>
  );
}
