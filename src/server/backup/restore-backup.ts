// Restores a backup into an empty database and an empty object store.

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { escapeIdentifier, type Pool, type PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { startFault } from "../start/start-fault.ts";
import type { DatabaseAddress } from "../store/database.ts";
import { migrate, migrateTo } from "../store/migrate.ts";
import { backupFileFault } from "./backup-file.ts";
import { allFiles, readManifest, type Manifest } from "./manifest.ts";
import { copyTarget } from "./table-list.ts";

type Target = {
  readonly address: DatabaseAddress;
  readonly pool: Pool;
  readonly files: ObjectStore;
};

/** The backup that was restored, and how many tokens ended with it. */
export type Restored = { readonly manifest: Manifest; readonly ended_tokens: number };

/** Tables of secrets that open the server to programs. */
const tokenTables = ["access_token", "provisioning_token"] as const;

/**
 * Compares every file of the backup first. Objects are stored, then all tables are filled in one transaction,
 * then the tables are migrated to this version: a restore that is cut off is begun again. Access tokens and tokens of
 * provisioning end: the backup does not know which were withdrawn after it.
 * @throws a start fault for an incomplete or changed backup, a newer one, or a target that is in use
 */
export async function restoreBackup(target: Target, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder);
  const faults: string[] = [];
  for (const file of allFiles(manifest)) {
    const fault = await backupFileFault(folder, file);
    if (fault !== null) faults.push(fault);
  }
  if (faults.length > 0) {
    throw startFault(`The backup is damaged, nothing was restored:\n${faults.join("\n")}`);
  }
  await migrateTo(target.address.ownerUrl, manifest.migration);
  await refuseFilled(target.pool);
  for (const { key, path } of manifest.objects) {
    await target.files.put(key, createReadStream(join(folder, path)));
  }
  await fillTables(target.pool, folder, manifest);
  await migrate(target.address);
  let ended_tokens = 0;
  for (const name of tokenTables) {
    const { rowCount } = await target.pool.query(`delete from public.${escapeIdentifier(name)}`);
    ended_tokens += rowCount ?? 0;
  }
  return { manifest, ended_tokens };
}

async function refuseFilled(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from account");
  if (rows[0]!.n > 0) {
    throw startFault(
      "The database has users already. Restore into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.",
    );
  }
}

async function fillTables(pool: Pool, folder: string, manifest: Manifest): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set constraints all deferred");
    // The migrations have filled some tables; and policies bind an owner who also serves requests.
    for (const { name } of manifest.tables) {
      await client.query(
        `alter table public.${escapeIdentifier(name)} no force row level security`,
      );
    }
    const names = manifest.tables.map(({ name }) => `public.${escapeIdentifier(name)}`);
    await client.query(`truncate ${names.join(", ")} cascade`);
    for (const table of manifest.tables) await fillTable(client, folder, table);
    for (const { name, value } of manifest.sequences) {
      await client.query("select setval($1::regclass, $2::bigint)", [
        `public.${escapeIdentifier(name)}`,
        value,
      ]);
    }
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function fillTable(
  client: PoolClient,
  folder: string,
  table: Manifest["tables"][number],
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(createReadStream(join(folder, table.path)), stream);
  if (stream.rowCount === table.rows) return;
  throw startFault(`${table.path} has ${stream.rowCount} rows in place of ${table.rows}.`);
}
