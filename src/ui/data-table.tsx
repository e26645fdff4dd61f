// A table of some thousand rows at most: sorted by its headings, first column sticky. Rows by the
// million belong in the workbench's table.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { classes } from "./class-name.ts";
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
};

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  sort?: { column: string; falling: boolean };
};

export function DataTable<Row>({ label, columns, rows, rowId, sort: first }: DataTableProps<Row>) {
  const [sort, setSort] = useState(first ?? null);
  const sorted = useMemo(() => {
    const by = columns.find(({ id }) => id === sort?.column)?.sortBy;
    return by && sort ? rows.toSorted((a, b) => compare(by(a), by(b), sort.falling)) : rows;
  }, [rows, columns, sort]);
  const turn = (column: string) =>
    setSort({ column, falling: sort?.column === column && !sort.falling });
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map(({ id, title, titleHidden, sortBy, numeric }) => (
              <th
                key={id}
                scope="col"
                className={classes(numeric && css.numeric)}
                aria-sort={
                  sort?.column === id ? (sort.falling ? "descending" : "ascending") : undefined
                }
              >
                {sortBy ? (
                  <button type="button" className={css.head} onClick={() => turn(id)}>
                    {title}
                    {sort?.column === id ? (
                      sort.falling ? (
                        <ArrowDown size={12} aria-hidden="true" />
                      ) : (
                        <ArrowUp size={12} aria-hidden="true" />
                      )
                    ) : null}
                  </button>
                ) : (
                  <span className={titleHidden ? "visually-hidden" : undefined}>{title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell, numeric }, at) =>
                at === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={classes(numeric && css.numeric)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function compare(a: number | string | null, b: number | string | null, falling: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), undefined, { numeric: true });
  return falling ? -order : order;
}
