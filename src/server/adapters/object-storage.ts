// Where files live: one interface over a folder of ours or any S3 store.

import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Settings } from "../settings.ts";
import { openObjectFolder } from "./object-folder.ts";
import { openS3 } from "./object-s3.ts";

/** First and last byte wanted, both counted from 0 and both included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredObject = { readonly key: string; readonly size: number };

/**
 * Keys are paths such as `plant/12/geometry/3f9a.fgb`; see `checkKey` for what is allowed.
 * A key holds either a whole object or none: a reader never sees a half-written one.
 */
export type ObjectStore = {
  /** Stores the bytes and returns once they would survive a loss of power. Replaces what was there. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole object, or null where there is none. */
  get(key: string): Promise<Buffer | null>;
  /** The object or a range of it as a stream, or null where there is none. */
  stream(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Size in bytes, or null where there is no such object. */
  size(key: string): Promise<number | null>;
  /** Removes the object; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, in the order of the keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Proves that the store can be written and read, or rejects. */
  check(): Promise<void>;
};

/** Opens the store that the settings name. */
export async function openObjectStore(
  settings: Pick<Settings, "objectStoreUrl" | "dataDir">,
): Promise<ObjectStore> {
  return settings.objectStoreUrl === null
    ? openObjectFolder(join(settings.dataDir, "objects"))
    : openS3(settings.objectStoreUrl);
}
