// Reads the table of a workbook for a request: its rows, and where they stand.
import { wideTable } from "../../../domain/result-file/csv-reader.ts";
import {
  isHead,
  type HeadNames,
  type HeadRule,
  type Heads,
  type TableRow,
} from "../../../domain/table/table.ts";
import { isReferenceHead } from "../../../domain/analysis/reference-head.ts";
import { isConditionHead } from "../../../domain/evaluation/condition-head.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { mappedHeads } from "../../../domain/file-preview/mapped-table.ts";
import { isSerialHead } from "../../../domain/serial-number/serial-head.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readTable, type ReadTable } from "../../table-file/read-table.ts";
import { failure } from "../../../domain/error.ts";
import { bufferOf } from "../buffer-of.ts";
import type { Reader } from "../reader.ts";

/**
 * The names that a head needs, or the name of a rule, perhaps with names that do too: a function does not go from one
 * process to the other. With `isNamed`, a user has named the columns, and the rule itself tells no head.
 */
export type TableHeads =
  | HeadNames
  | RuleName
  | { readonly rule: RuleName; readonly names: HeadNames; readonly isNamed?: boolean };
type RuleName = "conditions" | "references" | "serials";

const rules: Readonly<Record<RuleName, HeadRule>> = {
  conditions: isConditionHead,
  references: isReferenceHead,
  serials: isSerialHead,
};

const ruleOf = (heads: TableHeads): RuleName | null =>
  typeof heads === "string" ? heads : "rule" in heads ? heads.rule : null;

export function headsOf(heads: TableHeads): Heads {
  if (typeof heads === "string") return rules[heads];
  if (!("rule" in heads)) return heads;
  const { rule, names, isNamed = false } = heads;
  return isNamed ? names : (cells) => rules[rule](cells) || isHead(cells, names);
}

/** Heads with all columns that a user named; the usual ones where none is named. */
export function namedHeads(heads: TableHeads, mapping: FileMapping): TableHeads {
  const names = mappedHeads<null>(mapping, null);
  const rule = ruleOf(heads);
  if (names === null) return heads;
  return rule === null ? names : { rule, names, isNamed: true };
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
  const most_columns = ruleOf(heads) === "conditions" ? wideTable.columns : undefined;
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
