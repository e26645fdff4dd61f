// Sorting a table by its column headers. Null sorts last in both directions.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { classes } from "../class-name.ts";
import css from "./data-table.module.css";

export type Column<Row> = {
  readonly id: string;
  readonly title: string;
  /** Shows the title to screen readers only. */
  readonly titleHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The sort key; null sorts last in both directions. Absent: not sortable. */
  readonly sortBy?: (row: Row) => number | string | null;
  readonly numeric?: boolean;
  /** CSS width in a record table ("7rem"). Columns without one share the rest. */
  readonly width?: string;
  /** The column is hidden if the record table is narrower than this, in CSS pixels. */
  readonly from?: number;
};

export type Sort = { readonly column: string; readonly falling: boolean };

/** The sorted rows, the current order, and a function that toggles the order of a column. */
export function useSorted<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: Sort | undefined,
): { sorted: readonly Row[]; sort: Sort | null; toggleSort: (column: string) => void } {
  const [sort, setSort] = useState(first ?? null);
  const by = columns.find(({ id }) => id === sort?.column)?.sortBy;
  const falling = sort?.falling ?? false;
  const sorted = useMemo(() => (by ? sortedBy(rows, by, falling) : rows), [rows, by, falling]);
  const toggleSort = (column: string) =>
    setSort({ column, falling: sort?.column === column && !sort.falling });
  return { sorted, sort, toggleSort };
}

const order = new Intl.Collator(undefined, { numeric: true });

/** A sorted copy. The sort key is read once per row. */
function sortedBy<Row>(
  rows: readonly Row[],
  by: (row: Row) => number | string | null,
  falling: boolean,
): readonly Row[] {
  return rows
    .map((row) => ({ row, value: by(row) }))
    .toSorted((a, b) => compare(a.value, b.value, falling))
    .map(({ row }) => row);
}

function compare(a: number | string | null, b: number | string | null, falling: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const both =
    typeof a === "number" && typeof b === "number" ? a - b : order.compare(String(a), String(b));
  return falling ? -both : both;
}

/** A column header; a button if the column is sortable. */
export function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | null;
  onSort: (column: string) => void;
}) {
  const { id, title, titleHidden, sortBy, numeric } = column;
  const isOn = sort?.column === id;
  const Arrow = sort?.falling ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={classes(numeric && css.numeric)}
      aria-sort={isOn ? (sort.falling ? "descending" : "ascending") : undefined}
    >
      {sortBy ? (
        <button type="button" className={css.head} onClick={() => onSort(id)}>
          {title}
          {isOn ? <Arrow size={12} aria-hidden="true" /> : null}
        </button>
      ) : (
        <span className={titleHidden ? "visually-hidden" : undefined}>{title}</span>
      )}
    </th>
  );
}
