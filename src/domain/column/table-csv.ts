// The table as a CSV file: the rows and columns on the screen, in their order.
import type { ColumnValues } from "./column.ts";
import { shortest, valueAt } from "./column.ts";
import { csvRow } from "./csv.ts";

/** `path`: the names of the ancestors, from the top of the hierarchy down. */
export type CsvName = "pcs" | "dt_id" | "path";
export type CsvColumn = {
  readonly header: string;
  readonly of: CsvName | { readonly hash: string };
  /** Text by class number; without a text the number is written. */
  readonly words?: Readonly<Record<number, string>>;
};
export type CsvRequest = { readonly rows: Uint32Array; readonly columns: readonly CsvColumn[] };

const ROWS_PER_PIECE = 20_000;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The rows in their order, with the values as measured, as a UTF-8 file with a byte order mark. Works in pieces and calls `pause`
 * between them; null once `pause` answers false, which means cancelled.
 */
export async function tableCsv(
  { rows, columns }: CsvRequest,
  nameOf: (name: CsvName, row: number) => string,
  columnOf: (hash: string) => ColumnValues,
  pause: () => Promise<boolean>,
): Promise<Blob | null> {
  const cells = columns.map(({ of, words }) => {
    if (typeof of === "string") return (row: number) => nameOf(of, row);
    const values = columnOf(of.hash);
    return (row: number) => {
      const value = valueAt(values, row);
      if (value !== value) return null;
      return words?.[value] ?? shortest(value);
    };
  });
  const head = csvRow(columns.map(({ header }) => header));
  const pieces: BlobPart[] = [`${BYTE_ORDER_MARK}${head}`];
  for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
    let piece = "";
    for (const row of rows.subarray(start, start + ROWS_PER_PIECE)) {
      piece += csvRow(cells.map((cell) => cell(row)));
    }
    // Separate blobs let the browser move the text out of memory.
    pieces.push(new Blob([piece]));
    if (!(await pause())) return null;
  }
  return new Blob(pieces, { type: "text/csv;charset=utf-8" });
}
