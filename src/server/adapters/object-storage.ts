// Where files live: one interface over a folder of ours or any S3 store.

import type { Readable } from "node:stream";

/** First and last byte wanted, both counted from 0 and both included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Keys are paths such as `plant/12/geometry/3f9a.fgb`; see `checkKey` for what is allowed.
 * A key holds either a whole object or none: a reader never sees a half-written one.
 */
export type ObjectStore = {
  /** Stores the bytes and returns once they would survive a loss of power. Replaces what was there. */
  put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole object; rejects where there is none. */
  read(key: string): Promise<Buffer>;
  /** The object or a range of it as a stream; rejects where there is none. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, or null where there is no such object. */
  size(key: string): Promise<number | null>;
  /** Removes the object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key that begins with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Proves that the store can be written and read, or rejects. */
  check(): Promise<void>;
};
