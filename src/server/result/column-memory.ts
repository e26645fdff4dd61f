// A cache of columns. The key is the hash of the content, so entries never become stale.
import { LRUCache } from "lru-cache";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Services } from "../context.ts";
import { columnKey, readColumn } from "../store/plant/column/column.ts";

/** A cache limited by bytes. A column without rows counts as 1 byte, because the library refuses a size of 0. */
const cacheOf = <Value extends { readonly byteLength: number } & object>(maxSize: number) =>
  new LRUCache<string, Value>({
    maxSize,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

const decoded = cacheOf<ColumnValues>(192 * 1024 ** 2);
/** Compressed columns as they are sent, so that many readers cause one read of the object store. */
const packed = cacheOf<Buffer>(64 * 1024 ** 2);

/** The values of a stored column. Callers share the array and must not write to it. */
export async function columnValues(files: Services["files"], hash: string): Promise<ColumnValues> {
  const cached = decoded.get(hash);
  if (cached) return cached;
  const values = await readColumn(files, hash);
  decoded.set(hash, values);
  return values;
}

/**
 * The compressed bytes of a column of this analysis, or null if it has no such column. `isServed`
 * answers whether it has; it is called once per address. The caller checks who may see the analysis.
 */
export async function columnBytes(
  files: Services["files"],
  address: { readonly analysis_id: number; readonly key_figure_id: number; readonly hash: string },
  isServed: () => Promise<boolean>,
): Promise<Buffer | null> {
  const key = `${address.analysis_id}/${address.key_figure_id}/${address.hash}`;
  const cached = packed.get(key);
  if (cached) return cached;
  if (!(await isServed())) return null;
  const read = await files.read(columnKey(address.hash));
  packed.set(key, read);
  return read;
}
