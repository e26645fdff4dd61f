// A table as a CSV file: the rows and columns on the screen, in their order, safe to open anywhere.
import type { ColumnValues } from "./column.ts";
import { valueAt } from "./column.ts";
import type { Names } from "./component-index.ts";

export type CsvColumn = {
  readonly header: string;
  readonly of: "pcs" | "dt_id" | { readonly hash: string; readonly step: number };
  /** Words by class number; the number stands where there is no word. */
  readonly words?: Readonly<Record<number, string>>;
};
export type CsvAsk = { readonly rows: Uint32Array; readonly columns: readonly CsvColumn[] };

const ROWS_PER_PIECE = 20_000;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * One cell by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe before it
 * (OWASP, CSV injection); numbers are left alone.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The rows in their order as a UTF-8 file with CRLF ends and a byte order mark. Made in pieces with a
 * rest between them; null where `rest` says that it is no longer wanted.
 */
export async function tableCsv(
  { rows, columns }: CsvAsk,
  names: Names,
  columnOf: (hash: string) => ColumnValues,
  rest: () => Promise<boolean>,
): Promise<Blob | null> {
  const cells = columns.map(({ of, words }) => {
    if (of === "pcs") return (row: number) => csvCell(names.pcs(row));
    if (of === "dt_id") return (row: number) => csvCell(names.dtId(row));
    const values = columnOf(of.hash);
    const digits = Math.max(0, Math.ceil(-Math.log10(of.step)));
    return (row: number) => {
      const value = valueAt(values, row);
      if (value !== value) return "";
      const word = words?.[value];
      return word === undefined ? String(Number(value.toFixed(digits))) : csvCell(word);
    };
  });
  const head = columns.map(({ header }) => csvCell(header)).join(",");
  const pieces: BlobPart[] = [`${BYTE_ORDER_MARK}${head}\r\n`];
  for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
    let piece = "";
    for (const row of rows.subarray(start, start + ROWS_PER_PIECE)) {
      piece += `${cells.map((cell) => cell(row)).join(",")}\r\n`;
    }
    // A blob of its own lets the browser move the text out of memory.
    pieces.push(new Blob([piece]));
    if (!(await rest())) return null;
  }
  return new Blob(pieces, { type: "text/csv;charset=utf-8" });
}
