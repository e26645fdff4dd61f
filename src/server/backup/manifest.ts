// What a backup holds: the manifest is written last, so a folder with one is complete.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { startFault } from "../start/start-fault.ts";

export const manifestName = "backup.json";

const fileShape = z.object({
  /** Path in the backup's folder. */
  path: z.string(),
  bytes: z.number().int(),
  /** Hexadecimal, of the file as it lies there. */
  sha256: z.string(),
});
export type BackupFile = z.infer<typeof fileShape>;

export const manifestShape = z.object({
  format: z.literal("solar-inspection-backup"),
  version: z.literal(1),
  begun_at: z.string(),
  finished_at: z.string(),
  /** `when` of the newest migration of the tables. */
  migration: z.number(),
  /** In the order in which foreign keys allow to fill them. */
  tables: z.array(
    fileShape.extend({ name: z.string(), rows: z.number().int(), columns: z.array(z.string()) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  objects: z.array(fileShape.extend({ key: z.string() })),
  /** Objects whose row was there and that were missing already. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestShape>;

/** @throws a start fault if the folder holds no complete backup of a known version */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = await readFile(path, "utf8").catch(() => {
    throw startFault(`${folder} is not a complete backup: ${manifestName} is missing.`);
  });
  const known = manifestShape.safeParse(parsed(text));
  if (known.success) return known.data;
  throw startFault(`${path} is not the list of a backup that this version can read.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function allFiles({ tables, objects }: Manifest): readonly BackupFile[] {
  return [...tables, ...objects];
}
