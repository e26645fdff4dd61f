// A sortable table for up to a few hundred rows, with a sticky first column. Use record-table.tsx for
// thousands of records; the workbench has its own table for millions of rows.
import { classes } from "../class-name.ts";
import { HeadCell, useSorted, type Column, type Sort } from "./table-sort.tsx";
import css from "./data-table.module.css";

export type { Column } from "./table-sort.tsx";

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  sort?: Sort;
};

export function DataTable<Row>({ label, columns, rows, rowId, sort: first }: DataTableProps<Row>) {
  const { sorted, sort, toggleSort } = useSorted(columns, rows, first);
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={toggleSort} />
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
