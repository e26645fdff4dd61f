// Reads a result file, JSON or CSV, from a stream into checked columns.
import type { ComponentDirectory } from "../../domain/component/component-directory.ts";
import type { Technology } from "../../domain/component/component.ts";
import {
  resultCollector,
  type CollectedResult,
} from "../../domain/result-file/result-collector.ts";
import { resultCsvReader } from "../../domain/result-file/result-csv.ts";
import { resultJsonReader } from "../../domain/result-file/result-json.ts";

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
): Promise<CollectedResult> {
  const collector = resultCollector(directory, technology, fileName);
  let reader: { write(chunk: Uint8Array): void; end(): void } | null = null;
  let read = 0;
  let turn = TURN_BYTES;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    reader ??= isCsv(fileName, chunk)
      ? resultCsvReader(collector, fileName)
      : resultJsonReader(collector, fileName);
    reader.write(chunk);
    read += chunk.length;
    if (read < turn) continue;
    turn = read + TURN_BYTES;
    await onRead(read);
    await new Promise(setImmediate);
  }
  reader ??= resultJsonReader(collector, fileName);
  reader.end();
  return collector.finish();
}

/** The file extension decides. Without a known one, a file that begins with a bracket is JSON. */
function isCsv(fileName: string, chunk: Uint8Array): boolean {
  if (/\.json$/i.test(fileName)) return false;
  if (/\.(csv|txt|tsv)$/i.test(fileName)) return true;
  const start = new TextDecoder().decode(chunk.subarray(0, 64)).replace("\ufeff", "").trimStart();
  return !start.startsWith("{") && !start.startsWith("[");
}
