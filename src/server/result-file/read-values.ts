// Reads a result file, JSON, CSV or a workbook, from a stream into checked columns.
import { Readable } from "node:stream";
import type { ComponentDirectory } from "../../domain/component/component-directory.ts";
import type { Technology } from "../../domain/component/component.ts";
import {
  resultCollector,
  type CollectedResult,
  type ResultCollector,
} from "../../domain/result-file/result-collector.ts";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { limits } from "../../domain/limits.ts";
import { resultCsvReader, resultRows } from "../../domain/result-file/result-csv.ts";
import { resultJsonReader } from "../../domain/result-file/result-json.ts";

import { readTable, sheetProblem } from "../table-file/read-table.ts";
import { isWorkbook } from "../table-file/table-format.ts";

/** What the user said of a table. */
export type TableSaid = {
  /** Of a workbook with several tables. */
  readonly sheet?: string | undefined;
  readonly mapping?: FileMapping | undefined;
};

/** Bytes between pauses that let the process handle other requests. */
const TURN_BYTES = 512 * 1024;

/**
 * Checks the whole file. Only its values stay in memory.
 * @param bytes the file in pieces; the name and the first bytes decide between JSON and CSV
 * @throws Failure FILE_REFUSED naming line, entry, field and reason
 */
export async function readResultValues(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  directory: ComponentDirectory,
  technology: Technology,
  onRead: (bytes: number) => Promise<void> | void = () => undefined,
  { sheet, mapping }: TableSaid = {},
): Promise<CollectedResult> {
  const collector = resultCollector(directory, technology, fileName);
  const book: Buffer[] = [];
  let isBook: boolean | null = null;
  let reader: { write(chunk: Uint8Array): void; end(): void } | null = null;
  let read = 0;
  let turn = TURN_BYTES;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    isBook ??= isWorkbook(Buffer.from(chunk), fileName);
    if (isBook) {
      read += chunk.length;
      if (read > limits.resultWorkbookBytes) {
        const values = { most: limits.resultWorkbookBytes / 1024 ** 2 };
        throw failure("FILE_REFUSED", { reason: "table_book_too_large", file: fileName, values });
      }
      book.push(Buffer.from(chunk));
      continue;
    }
    reader ??= isCsv(fileName, chunk)
      ? resultCsvReader(collector, fileName, mapping)
      : resultJsonReader(collector, fileName);
    reader.write(chunk);
    read += chunk.length;
    if (read < turn) continue;
    turn = read + TURN_BYTES;
    await onRead(read);
    await new Promise(setImmediate);
  }
  if (isBook) return readBook(Buffer.concat(book), collector, { file: fileName, sheet, mapping });
  reader ??= resultJsonReader(collector, fileName);
  reader.end();
  return collector.finish();
}

/** Everything that is wrong in the rows has its place in the sheet. */
async function readBook(
  bytes: Buffer,
  collector: ResultCollector,
  { file, sheet, mapping }: TableSaid & { readonly file: string },
): Promise<CollectedResult> {
  const from = {
    bytes: bytes.length,
    open: async ({ start, end }: { start: number; end: number }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  };
  const { row, end, heads } = resultRows(collector, file, mapping);
  const asked = { file, heads, sheet };
  const { notes, ...place } = await readTable(from, asked, row);
  end();
  const placed = (problem: Problem) => sheetProblem(problem, place);
  try {
    const result = collector.finish();
    return { ...result, warnings: [...result.warnings.map(placed), ...notes] };
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw failure(error.code, ...error.problems.map(placed));
  }
}

/** The file extension decides. Without a known one, a file that begins with a bracket is JSON. */
function isCsv(fileName: string, chunk: Uint8Array): boolean {
  if (/\.json$/i.test(fileName)) return false;
  if (/\.(csv|txt|tsv)$/i.test(fileName)) return true;
  const start = new TextDecoder().decode(chunk.subarray(0, 64)).replace("\ufeff", "").trimStart();
  return !start.startsWith("{") && !start.startsWith("[");
}
