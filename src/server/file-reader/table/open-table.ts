// A table that a user sent, for a request: the bytes of a CSV file, or the rows of a workbook read in another process.
import type { Problem } from "../../../domain/error.ts";
import { windowsSteps } from "../../../domain/result-file/text-encoding.ts";
import type { Table } from "../../../domain/table/table.ts";
import { sheetProblem } from "../../table-file/read-table.ts";
import { stepsInTurns } from "../../turn.ts";
import { isWorkbook } from "../../table-file/table-format.ts";
import type { Readers } from "../readers.ts";
import type { TableHeads } from "./table-reader.ts";

type Sent = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly heads: TableHeads;
  /** The sheet that a user chose. */
  readonly sheet?: string | undefined;
  /** See `readTable`. */
  readonly isGuessed?: boolean | undefined;
  readonly owner: number | string;
};

export type OpenTable = {
  readonly table: Table;
  /** A problem of the reader of the rows, with the file and its place in the sheet. */
  placed(problem: Problem): Problem;
  /** What was read although the sheet does not show it, or in another encoding. */
  readonly notes: readonly Problem[];
};

/** JSON is UTF-8 by its standard. */
function isJson(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && bytes[at]! <= 0x20) at += 1;
  return bytes[at] === 0x7b || bytes[at] === 0x5b;
}

/** @throws Failure FILE_REFUSED for other formats, and for what a workbook does not say for certain */
export async function openTable(readers: Readers, sent: Sent): Promise<OpenTable> {
  const { name, bytes, heads, sheet, isGuessed, owner } = sent;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isWorkbook(buffer, name)) {
    const text = isJson(bytes) ? null : await stepsInTurns(windowsSteps(bytes));
    return {
      table: text ?? bytes,
      placed: (problem) => ({ ...problem, file: name }),
      notes: text === null ? [] : [{ reason: "csv_encoding", file: name }],
    };
  }
  const { rows, notes, ...place } = await readers.now("table", {
    input: { name, bytes, heads, sheet, isGuessed },
    file: name,
    bytes: bytes.length,
    owner,
  });
  return {
    table: rows,
    placed: (problem) => ({ ...sheetProblem(problem, place), file: name }),
    notes,
  };
}
