// Places in the bundled server, as places in its sources: the log names lines that a person can open.

import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..", "..", "..");
const place = /file:\/\/[^\s()]+\.js:(\d+):(\d+)/g;

/** The maps that were read; an error that comes again is not read again. */
const maps = new Map<string, SourceMap | null>();

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    // Not bundled: the place is that of the source already.
  }
  maps.set(file, map);
  return map;
}

/**
 * The stack with places in the sources, such as `src/server/http/http.ts:12:3`.
 * @param stack as V8 writes it; lines and columns begin at 1
 * @param bundle folder of the bundle; empty where the server runs from its sources
 */
export function inSources(stack: string, bundle = process.env["SERVER_BUNDLE"] ?? ""): string {
  if (bundle === "") return stack;
  return stack.replace(place, (text, line: string, column: string) => {
    const file = fileURLToPath(text.slice(0, text.length - `:${line}:${column}`.length));
    if (!file.startsWith(bundle)) return text;
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !("originalSource" in entry) || !entry.originalSource) return text;
    const source = relative(root, join(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
