// The version of the running product, as its package says it.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function productVersion(): string {
  const file = join(import.meta.dirname, "..", "..", "..", "public", "version.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}
