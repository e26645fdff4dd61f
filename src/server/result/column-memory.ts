// Decoded columns kept in memory: named by content, so they never grow stale.
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Services } from "../context.ts";
import { columnKey, readColumn } from "../store/plant/column.ts";

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

/** Packed bytes as they go out; what many people look at is not read from the store again and again. */
const KEPT_PACKED_BYTES = 64 * 1024 ** 2;
const packed = new Map<string, Buffer>();
let packedBytes = 0;

/**
 * The packed bytes of a column of this analysis. `isServed` is asked once per address whether the
 * analysis has that column; who may see the analysis is for the caller to know.
 */
export async function columnBytes(
  files: Services["files"],
  of: { readonly analysis_id: number; readonly key_figure_id: number; readonly hash: string },
  isServed: () => Promise<boolean>,
): Promise<Buffer | null> {
  const address = `${of.analysis_id}/${of.key_figure_id}/${of.hash}`;
  const known = packed.get(address);
  if (known) {
    packed.delete(address);
    packed.set(address, known);
    return known;
  }
  if (!(await isServed())) return null;
  const read = await files.read(columnKey(of.hash));
  if (packed.has(address)) return read;
  packed.set(address, read);
  packedBytes += read.length;
  for (const [oldest, one] of packed) {
    if (packedBytes <= KEPT_PACKED_BYTES || oldest === address) break;
    packed.delete(oldest);
    packedBytes -= one.length;
  }
  return read;
}
