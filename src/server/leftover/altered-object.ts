// Objects whose content is not what was stored: their hash stands in their row or in their key.

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Database, Services } from "../context.ts";
import { readReferences } from "../store/object-reference.ts";
import { analysisFile } from "../store/schema/analysis-file.ts";
import type { Found, Parts } from "./leftover.ts";

/** Columns and parts of twins have the hash of their content before it was compressed. */
const unpacked = { gz: promisify(gunzip), br: promisify(brotliDecompress) } as const;

/** Rows whose object has other content. Only a backup brings it back. */
export async function* alteredObjects({ files, ownerDb }: Parts): AsyncGenerator<Found> {
  const uploaded = await readUploadedHashes(ownerDb);
  for (const [key, row] of await readReferences(ownerDb)) {
    const hash = uploaded.get(key) ?? hashInKey(key);
    if (hash === null || (await files.size(key)) === null) continue;
    if ((await contentHash(files, key)) === hash) continue;
    // The row may have been removed since it was read, with its object.
    if (!(await readReferences(ownerDb)).has(key)) continue;
    yield { words: `${row} needs object ${key}, whose content has changed` };
  }
}

async function readUploadedHashes(db: Database): Promise<Map<string, string>> {
  const { object, sha256 } = analysisFile;
  const rows = await db.select({ object, sha256 }).from(analysisFile);
  return new Map(rows.map((row) => [row.object, row.sha256]));
}

/** SHA-256 of the content, where the key says it; null for other keys. */
function hashInKey(key: string): string | null {
  return /^(?:column|twin|image)\/[0-9a-f]{2}\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1] ?? null;
}

/** SHA-256 of the content as it was before it was compressed; null where it cannot be read. */
async function contentHash(files: Services["files"], key: string): Promise<string | null> {
  const packing = /^(?:column|twin)\/.*\.(gz|br)$/.exec(key)?.[1];
  const hash = createHash("sha256");
  if (packing !== "gz" && packing !== "br") {
    for await (const chunk of await files.stream(key)) hash.update(chunk);
    return hash.digest("hex");
  }
  const content = await unpacked[packing](await files.read(key)).catch(() => null);
  return content && hash.update(content).digest("hex");
}
