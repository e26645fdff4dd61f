// A table of rows that a user sent: CSV, or a sheet of a workbook. Readers of rows take both.
import { csvReader } from "../result-file/csv-reader.ts";

/** A text, or a number that the file holds as a number: what it means is no question. */
export type Cell = string | number;

/** `line` is that of the file, or the row of the sheet; both count from 1. */
export type TableRow = { readonly cells: readonly Cell[]; readonly line: number };

/** The bytes of a CSV file, or the rows of a sheet. */
export type Table = Uint8Array | readonly TableRow[];

export type TakeRow = (cells: readonly Cell[], line: number) => void;

/** The names that the head of a table needs: all of one of these lists. */
export type Heads = readonly (readonly string[])[];

export const cellText = (cell: Cell | undefined): string =>
  typeof cell === "number" ? String(cell) : (cell ?? "").trim();

/**
 * Calls `record` with each row that is not blank.
 * @throws Failure FILE_REFUSED with the line of the fault
 */
export function eachRow(table: Table, record: TakeRow): void {
  const take: TakeRow = (cells, line) => {
    // Spreadsheets write separators to the end of their table.
    if (cells.some((cell) => cellText(cell) !== "")) record(cells, line);
  };
  if (!(table instanceof Uint8Array)) {
    for (const { cells, line } of table) take(cells, line);
    return;
  }
  const reader = csvReader(take);
  reader.write(table);
  reader.end();
}

/** True for the head of a table. */
export function isHead(cells: readonly Cell[], heads: Heads): boolean {
  const names = new Set(cells.map((cell) => cellText(cell).toLowerCase()));
  return heads.some((needed) => needed.every((name) => names.has(name)));
}
