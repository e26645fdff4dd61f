// Writes a backup while the server runs: all tables of one moment, and the objects that they need.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { startFault, systemCode } from "../start/start-fault.ts";
import { readReferences } from "../store/object-reference.ts";
import { markerKey } from "../store/store-marker.ts";
import { backupFileFault, sync, writeBackupFile } from "./backup-file.ts";
import { allFiles, manifestName, type Manifest } from "./manifest.ts";
import { copyTarget, readTables } from "./table-list.ts";

type Parts = { readonly pool: Pool; readonly files: ObjectStore };

/**
 * Writes the backup beside the folder and gives it its name once all files were read again and compared.
 * @param folder must not exist
 * @throws a start fault for a folder that exists, and where a written file does not read as it was written
 */
export async function writeBackup({ pool, files }: Parts, folder: string): Promise<Manifest> {
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished`);
  await refuseExisting(folder);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const begun_at = new Date().toISOString();
  const { needed, ...database } = await writeTables(pool, draft);
  const objects = await writeObjects({ pool, files }, draft, needed);
  const manifest: Manifest = {
    format: "solar-inspection-backup",
    version: 1,
    begun_at,
    finished_at: new Date().toISOString(),
    ...database,
    ...objects,
  };
  for (const file of allFiles(manifest)) {
    const fault = await backupFileFault(draft, file);
    if (fault !== null) throw startFault(`The backup was not written well: ${fault}.`);
  }
  const list = join(draft, manifestName);
  await writeFile(list, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  await sync(list);
  await sync(draft);
  await rename(draft, folder);
  await sync(dirname(folder));
  return manifest;
}

async function refuseExisting(folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder);
    await rm(folder, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw startFault(`${folder} exists. Name a folder that does not.`);
  }
}

/** All tables as they were at one moment, whatever is written meanwhile. */
async function writeTables(pool: Pool, folder: string) {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    const tables: Manifest["tables"] = [];
    for (const table of await readTables(client)) {
      const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
      const file = await writeBackupFile(folder, `table/${table.name}.copy`, stream);
      tables.push({ ...file, ...table, columns: [...table.columns], rows: stream.rowCount });
    }
    const needed = await readReferences(drizzle({ client }));
    const rest = { migration: await newestMigration(client), sequences: await sequences(client) };
    await client.query("commit");
    return { tables, needed, ...rest };
  } finally {
    client.release();
  }
}

async function newestMigration(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    "select max(created_at)::float8 as last from drizzle.__drizzle_migrations",
  );
  return rows[0]?.last ?? 0;
}

async function sequences(client: PoolClient): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value
    from pg_sequences where schemaname = 'public' and last_value is not null`);
  return rows;
}

async function writeObjects({ pool, files }: Parts, folder: string, needed: Map<string, string>) {
  const objects: Manifest["objects"] = [];
  const missing: string[] = [];
  for (const key of [markerKey, ...needed.keys()]) {
    if ((await files.size(key)) === null) missing.push(key);
    else {
      const file = await writeBackupFile(folder, `object/${key}`, await files.stream(key));
      objects.push({ key, ...file });
    }
  }
  // A row that was deleted since the moment of the backup takes its objects with it: they are not missed.
  const still = missing.length === 0 ? needed : await readReferences(drizzle({ client: pool }));
  return { objects, missing: missing.filter((key) => still.has(key)) };
}
