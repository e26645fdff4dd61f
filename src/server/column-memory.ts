// Decoded columns kept in memory: named by content, so they never grow stale.
import type { ColumnValues } from "../domain/column.ts";
import type { Services } from "./context.ts";
import { readColumn } from "./store/column.ts";

const KEPT_BYTES = 192 * 1024 ** 2;
const kept = new Map<string, ColumnValues>();
let bytes = 0;

/** The values of a stored column; shared, not to be written to. */
export async function columnValues(files: Services["files"], hash: string): Promise<ColumnValues> {
  const known = kept.get(hash);
  if (known) {
    kept.delete(hash);
    kept.set(hash, known);
    return known;
  }
  const values = await readColumn(files, hash);
  if (kept.has(hash)) return values;
  kept.set(hash, values);
  bytes += values.byteLength;
  for (const [oldest, one] of kept) {
    if (bytes <= KEPT_BYTES || oldest === hash) break;
    kept.delete(oldest);
    bytes -= one.byteLength;
  }
  return values;
}
