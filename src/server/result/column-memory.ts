// Columns kept in memory: named by content, so they never grow stale.
import { LRUCache } from "lru-cache";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Services } from "../context.ts";
import { columnKey, readColumn } from "../store/plant/column.ts";

/** The least recently used go first; the cache takes no size of 0, which a column without rows has. */
const cacheOf = <Value extends { readonly byteLength: number } & object>(maxSize: number) =>
  new LRUCache<string, Value>({
    maxSize,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

const decoded = cacheOf<ColumnValues>(192 * 1024 ** 2);
/** Bytes as they go out: what many people ask for is not read from the store again and again. */
const packed = cacheOf<Buffer>(64 * 1024 ** 2);

/** The values of a stored column; shared, not to be written to. */
export async function columnValues(files: Services["files"], hash: string): Promise<ColumnValues> {
  const known = decoded.get(hash);
  if (known) return known;
  const values = await readColumn(files, hash);
  decoded.set(hash, values);
  return values;
}

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
  if (known) return known;
  if (!(await isServed())) return null;
  const read = await files.read(columnKey(of.hash));
  packed.set(address, read);
  return read;
}
