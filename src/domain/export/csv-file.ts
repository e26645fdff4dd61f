// The rows as a CSV file: UTF-8 with a byte order mark, values as they were measured.
import { csvRow } from "../column/csv.ts";
import type { Cell, ExportCells, Pause } from "./export-request.ts";
import { pieces } from "./pieces.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** The cell as a spreadsheet shows it: the text of a class, or its number where it has none. */
export function shownCell({ at, words }: ExportCells, row: number): Cell {
  const cell = at(row);
  return typeof cell === "number" ? (words?.[cell] ?? cell) : cell;
}

/** The rows in their order, with classes as texts; null if cancelled. */
export function csvFile(
  rows: Uint32Array,
  columns: readonly ExportCells[],
  pause: Pause,
): Promise<Blob | null> {
  const head = `${BYTE_ORDER_MARK}${csvRow(columns.map(({ header }) => header))}`;
  const row = (one: number) => csvRow(columns.map((column) => shownCell(column, one)));
  return pieces(rows, { width: columns.length, head, row, type: "text/csv;charset=utf-8" }, pause);
}
