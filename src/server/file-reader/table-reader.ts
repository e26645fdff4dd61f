// Reads the table of a workbook for a request: its rows, and where they stand.
import { wideTable } from "../../domain/result-file/csv-reader.ts";
import { isHead, type HeadNames, type Heads, type TableRow } from "../../domain/table/table.ts";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTable, type ReadTable } from "../table-file/read-table.ts";
import { failure } from "../../domain/error.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

/**
 * The names that a head needs, or the name of a rule, perhaps with names that do too: a function does not go from one
 * process to the other.
 */
export type TableHeads =
  | HeadNames
  | RuleName
  | { readonly rule: RuleName; readonly names: HeadNames };
type RuleName = "conditions";

const isOfRule = (heads: TableHeads) => typeof heads === "string" || "rule" in heads;

export function headsOf(heads: TableHeads): Heads {
  if (typeof heads === "string") return isConditionHead;
  if (!("rule" in heads)) return heads;
  return (cells) => isConditionHead(cells) || isHead(cells, heads.names);
}

/** Heads that a table may have besides. */
export function withHeads(heads: TableHeads, more: HeadNames): TableHeads {
  if (more.length === 0) return heads;
  if (typeof heads === "string") return { rule: heads, names: more };
  return "rule" in heads ? { ...heads, names: [...heads.names, ...more] } : [...heads, ...more];
}

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly heads: TableHeads;
  readonly sheet?: string | undefined;
  /** See `readTable`. */
  readonly isGuessed?: boolean | undefined;
};
export type TableOfBook = ReadTable & { readonly rows: readonly TableRow[] };

/** The server goes through these rows itself: more of them would hold up others. */
const MOST_CELLS = 300_000;
const MOST_LETTERS = 4_000_000;

export const reader: Reader<Input, TableOfBook> = async (input) => {
  const { name, bytes, heads, sheet, isGuessed } = input;
  const rows: TableRow[] = [];
  let cellCount = 0;
  let letters = 0;
  // Loggers write more columns than people do.
  const most_columns = isOfRule(heads) ? wideTable.columns : undefined;
  const asked = { file: name, heads: headsOf(heads), sheet, most_columns, isGuessed };
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
