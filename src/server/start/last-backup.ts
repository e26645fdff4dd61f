// The last backup, as the program that made and verified it wrote it down.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { backupShape } from "../../domain/provider/monitoring.ts";

/** Null without a backup, or if the file cannot be read. */
export async function readLastBackup(
  dataDir: string,
): Promise<z.output<typeof backupShape> | null> {
  try {
    const text = await readFile(join(dataDir, "backup.json"), "utf8");
    return backupShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
