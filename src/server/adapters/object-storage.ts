// The type of the object store, implemented by a folder and by S3.

import type { Readable } from "node:stream";

/** First and last byte, counted from 0 and both included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

export type Unfinished = {
  readonly name: string;
  /** Of an object that grows; a row may still need it. */
  readonly key?: string;
  readonly remove: () => Promise<void>;
};

/** An object that grows piece by piece. It has no content for readers until it is closed. */
export type Growing = {
  readonly key: string;
  /** What `begin` answered. */
  readonly handle: string;
  /** Size of the whole object. */
  readonly bytes: number;
  /** Bytes that it has now, and the marks of its parts, as the last `append` answered them. */
  readonly offset: number;
  readonly parts: readonly string[];
};

export type Grown = Pick<Growing, "offset" | "parts"> & {
  /** Why the body ended before its end; undefined if it did not. What came before is stored. */
  readonly fault: unknown;
};

/**
 * The caller keeps `handle`, `offset` and `parts`: what was appended counts only once the caller has stored
 * them, and may be written again from the former offset.
 */
export type GrowingStore = {
  begin(key: string, bytes: number): Promise<string>;
  /** Appends and resolves when that would survive a power failure. The pieces of the body are its own from then on. */
  append(
    object: Growing,
    body: AsyncIterable<Uint8Array>,
    /** Ends the waiting for a store that does not answer. */
    signal?: AbortSignal,
  ): Promise<Grown>;
  /** The caller has stored what `append` answered: what the object was before is needed no more. */
  settle(before: Growing): Promise<void>;
  /** Whether all bytes up to the offset are stored, closed or not. */
  holds(object: Growing): Promise<boolean>;
  /** Makes the whole object readable under its key. May be repeated. */
  close(object: Growing): Promise<void>;
  /** Removes an object that was not closed. A missing one is no error. */
  discard(object: Growing): Promise<void>;
};

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
  /** Objects that grow piece by piece, such as uploads that can be resumed. */
  readonly growing: GrowingStore;
  /** Unfinished objects of processes that ended, begun before the date. */
  unfinished?(before: Date): Promise<readonly Unfinished[]>;
  /** Rejects if the store cannot be written or read. */
  check(): Promise<void>;
  /** Rejects if this server's disk has no room for so many bytes (`Disk.require`). */
  checkRoom?(bytes?: number): Promise<void>;
};
