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
  /** In a narrow frame, each row becomes a block with the titles of its columns. */
  isStacked?: boolean;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sort: first, isStacked } = props;
  const { sorted, sort, toggleSort } = useSorted(columns, rows, first);
  return (
    // A scrolling region must be reachable by keyboard.
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={classes(css.table, isStacked && css.stacked)}>
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
              {columns.map(({ id, title, cell, numeric }, at) =>
                at === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={classes(numeric && css.numeric)} data-title={title}>
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
