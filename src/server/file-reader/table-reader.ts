// Reads the table of a workbook for a request: its rows, and where they stand.
import { wideTable } from "../../domain/result-file/csv-reader.ts";
import type { HeadNames, TableRow } from "../../domain/table/table.ts";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTable, type ReadTable } from "../table-file/read-table.ts";
import { failure } from "../../domain/error.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

/** The names that a head needs, or the name of a rule: a function does not go from one process to the other. */
export type TableHeads = HeadNames | "conditions";

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly heads: TableHeads;
  readonly sheet?: string | undefined;
};
export type TableOfBook = ReadTable & { readonly rows: readonly TableRow[] };

/** The server goes through these rows itself: more of them would hold up others. */
const MOST_CELLS = 300_000;
const MOST_LETTERS = 4_000_000;

export const reader: Reader<Input, TableOfBook> = async ({ name, bytes, heads, sheet }) => {
  const rows: TableRow[] = [];
  let cellCount = 0;
  let letters = 0;
  const rule = heads === "conditions" ? isConditionHead : heads;
  // Loggers write more columns than people do.
  const most_columns = heads === "conditions" ? wideTable.columns : undefined;
  const asked = { file: name, heads: rule, sheet, most_columns };
  const read = await readTable(bufferSource(name, bufferOf(bytes)), asked, (cells, line) => {
    rows.push({ cells, line });
    cellCount += cells.length;
    for (const cell of cells) if (typeof cell === "string") letters += cell.length;
    if (cellCount > MOST_CELLS || letters > MOST_LETTERS) {
      const values = { most: MOST_CELLS };
      throw failure("FILE_REFUSED", { reason: "sheet_too_large", file: name, values });
    }
  });
  return { ...read, rows };
};
