// The objects of stored columns. Processes that have no database read them too.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ColumnValues } from "../../../../domain/column/column.ts";
import { decodeColumn } from "../../../../domain/column/column-codec.ts";
import type { ObjectStore } from "../../../adapters/object-storage.ts";

const unpacked = promisify(gunzip);

/** Object key of the column's gzipped bytes. */
export function columnKey(hash: string): string {
  return `column/${hash.slice(0, 2)}/${hash}.gz`;
}

/** The values of a stored column. */
export async function readColumn(files: ObjectStore, hash: string): Promise<ColumnValues> {
  return decodeColumn(await unpacked(await files.read(columnKey(hash))));
}
