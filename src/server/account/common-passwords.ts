// The list of common passwords: 39,368 words, lower case, sorted, one per line, brotli-compressed.
// See src/decisions/passwords.md for its source.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

let list: Promise<ReadonlySet<string>> | undefined;

/** Reads the list on first use (8 ms). */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readFile(join(import.meta.dirname, "common-passwords.br"))
    .then(promisify(brotliDecompress))
    .then((bytes) => new Set(bytes.toString("utf8").split("\n")));
  return list;
}
