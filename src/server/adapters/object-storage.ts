// The type of the object store, implemented by a folder and by S3.

import type { Readable } from "node:stream";

/** First and last byte, counted from 0 and both included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

export type Unfinished = { readonly name: string; readonly remove: () => Promise<void> };

/** An object that is older than this may be swept if no row needs it yet. Less than the grace of the sweep. */
const keptForMs = 6 * 3600_000;

/**
 * True if the object is there and will not be swept soon. Else it must be stored, also where it exists: that
 * makes it young again.
 */
export async function isKept(store: ObjectStore, key: string): Promise<boolean> {
  const modified = await store.modified(key);
  return modified !== null && Date.now() - modified.getTime() < keptForMs;
}

/**
 * Keys are paths such as `plant/12/geometry/3f9a.fgb`; see `checkKey` for what is allowed.
 * A key has either a complete object or none: a reader never sees a half-written one.
 */
export type ObjectStore = {
  /** Stores the object and returns when it would survive a power failure. Replaces an existing one. */
  put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole object. Rejects if there is none. */
  read(key: string): Promise<Buffer>;
  /** The object or a range of it as a stream. Rejects if there is none. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, or null if there is no such object. */
  size(key: string): Promise<number | null>;
  /** When it was stored last, or null if there is no such object. */
  modified(key: string): Promise<Date | null>;
  /** Removes the object. A missing one is no error. */
  remove(key: string): Promise<void>;
  /** All keys that begin with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Unfinished objects of processes that ended, begun before the date. */
  unfinished?(before: Date): Promise<readonly Unfinished[]>;
  /** Rejects if the store cannot be written or read. */
  check(): Promise<void>;
  /** Rejects if this server's disk has no room for so many bytes (`Disk.require`). */
  checkRoom?(bytes?: number): Promise<void>;
};
