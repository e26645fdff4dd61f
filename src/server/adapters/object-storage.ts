// Where bytes live: uploads, geometry, columns, images.
import type { Readable } from "node:stream";

export type ObjectStore = {
  /** Writes all or nothing; an existing key is replaced. */
  put(key: string, body: Uint8Array | Readable): Promise<void>;
  /** The whole object; throws where missing. */
  read(key: string): Promise<Buffer>;
  /** A stream of the object or of a byte range, both ends included. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Bytes, or null where missing. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
};
