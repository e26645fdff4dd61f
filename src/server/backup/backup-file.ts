// Files of a backup: written durably with their hash, and read again to compare.

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupFile } from "./manifest.ts";

/** Writes the stream as a file of the backup; returns when it would survive a power failure. */
export async function writeBackupFile(
  folder: string,
  path: string,
  body: Readable,
): Promise<BackupFile> {
  const full = join(folder, path);
  await mkdir(dirname(full), { recursive: true });
  const hash = createHash("sha256");
  let bytes = 0;
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(body, count, createWriteStream(full, { flags: "wx", mode: 0o600 }));
  await sync(full);
  return { path, bytes, sha256: hash.digest("hex") };
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** What is wrong with a file of the backup, in words; null if it is as it was written. */
export async function backupFileFault(
  folder: string,
  { path, bytes, sha256 }: BackupFile,
): Promise<string | null> {
  const hash = createHash("sha256");
  let length = 0;
  try {
    for await (const chunk of createReadStream(join(folder, path))) {
      hash.update(chunk);
      length += chunk.length;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" ? `${path} is missing` : `${path} cannot be read: ${String(error)}`;
  }
  if (length !== bytes) return `${path} has ${length} bytes in place of ${bytes}`;
  return hash.digest("hex") === sha256 ? null : `${path} has other content than it had`;
}
