// The writer of ZIP files computes its checksums in JavaScript, which takes most of the time of a download.
// Node's own are the same numbers, made in C.
import { createRequire } from "node:module";
import { crc32 } from "node:zlib";

type Checksums = { unsigned(bytes: Uint8Array, before?: number): number };

const requireFrom = createRequire(createRequire(import.meta.url).resolve("yazl"));

/** Those that `yazl` asks for. */
export function checksums(): Checksums {
  return requireFrom("buffer-crc32") as Checksums;
}

checksums().unsigned = (bytes, before = 0) => crc32(bytes, before);
