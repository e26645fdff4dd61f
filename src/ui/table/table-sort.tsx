// Sorting a table by its headings; null stands last either way.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { classes } from "../class-name.ts";
import css from "./data-table.module.css";

export type Column<Row> = {
  readonly id: string;
  readonly title: string;
  /** Keeps the title for readers of screens only. */
  readonly titleHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** What the column sorts by; null stands last either way. Absent: not sortable. */
  readonly sortBy?: (row: Row) => number | string | null;
  readonly numeric?: boolean;
  /** Width in a record table, as CSS has it ("7rem"); those without share the rest. */
  readonly width?: string;
  /** Left out of a record table that is narrower than this, in pixels. */
  readonly from?: number;
};

export type Sort = { readonly column: string; readonly falling: boolean };

/** The rows in order, and how a heading turns it. */
export function useSorted<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: Sort | undefined,
): { sorted: readonly Row[]; sort: Sort | null; turn: (column: string) => void } {
  const [sort, setSort] = useState(first ?? null);
  const by = columns.find(({ id }) => id === sort?.column)?.sortBy;
  const falling = sort?.falling ?? false;
  const sorted = useMemo(() => (by ? sortedBy(rows, by, falling) : rows), [rows, by, falling]);
  const turn = (column: string) =>
    setSort({ column, falling: sort?.column === column && !sort.falling });
  return { sorted, sort, turn };
}

const order = new Intl.Collator(undefined, { numeric: true });

/** A sorted copy; what is compared is read once per row. */
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

/** A heading that sorts where its column can be sorted by. */
export function HeadCell<Row>({
  column,
  sort,
  onTurn,
}: {
  column: Column<Row>;
  sort: Sort | null;
  onTurn: (column: string) => void;
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
        <button type="button" className={css.head} onClick={() => onTurn(id)}>
          {title}
          {isOn ? <Arrow size={12} aria-hidden="true" /> : null}
        </button>
      ) : (
        <span className={titleHidden ? "visually-hidden" : undefined}>{title}</span>
      )}
    </th>
  );
}
