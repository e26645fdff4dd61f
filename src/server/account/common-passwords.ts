// The list of common passwords: 39,368 words, lower case, sorted, a line each, brotli-compressed.
// Where it comes from and how it was made stands in src/decisions/passwords.md.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when first needed (8 ms), kept from then on. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readFile(join(import.meta.dirname, "common-passwords.br"))
    .then(promisify(brotliDecompress))
    .then((bytes) => new Set(bytes.toString("utf8").split("\n")));
  return list;
}
