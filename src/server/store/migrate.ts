// Migrates the tables to this version of the program. Several servers can start at once.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client, escapeIdentifier } from "pg";
import { startFault } from "../start/start-fault.ts";
import type { DatabaseAddress } from "./database.ts";

const folder = join(import.meta.dirname, "schema");
/** Number of the advisory lock; no other program on the same database may use it. */
const lockNumber = 5_820_117;
const oldestPostgres = 150_000;

/**
 * Runs the missing migrations, then grants the app's role its rights.
 * @throws a start fault if the database is unreachable, too old, or newer than this program
 */
export async function migrate({ ownerUrl, appUrl }: DatabaseAddress): Promise<void> {
  const owner = await connectTo(ownerUrl);
  try {
    const { rows } = await owner.query("select current_setting('server_version_num')::int as n");
    if (rows[0].n < oldestPostgres)
      throw startFault("DATABASE_URL: PostgreSQL 15 or newer is needed.");
    // Held until the connection closes. A second server waits here and then has nothing to do.
    await owner.query("select pg_advisory_lock($1)", [lockNumber]);
    await refuseNewerTables(owner);
    await runMigrations(drizzle({ client: owner }), { migrationsFolder: folder });
    await grant(owner, appUrl);
  } finally {
    await owner.end();
  }
}

/**
 * Makes the tables of an earlier version in an empty database, for a backup of that version.
 * @param last `when` of the version's newest migration
 * @throws a start fault if this program does not know that migration
 */
export async function migrateTo(ownerUrl: string, last: number): Promise<void> {
  const journal = readJournal();
  const entries = journal.entries.filter(({ when }) => when <= last);
  if (entries.at(-1)?.when !== last) {
    throw startFault("The backup is of a newer version of this program. Restore it with that one.");
  }
  const earlier = mkdtempSync(join(tmpdir(), "migrations-"));
  const owner = await connectTo(ownerUrl);
  try {
    cpSync(folder, earlier, { recursive: true });
    writeFileSync(join(earlier, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    await owner.query("select pg_advisory_lock($1)", [lockNumber]);
    await runMigrations(drizzle({ client: owner }), { migrationsFolder: earlier });
  } finally {
    await owner.end();
    rmSync(earlier, { recursive: true, force: true });
  }
}

function readJournal(): { entries: { when: number }[] } {
  return JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw startFault(`The database cannot be reached: ${reason}. Check DATABASE_URL.`, error);
  }
}

async function refuseNewerTables(owner: Client): Promise<void> {
  const { rows: found } = await owner.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!found[0].exists) return;
  const newest = Math.max(...readJournal().entries.map(({ when }) => when));
  const { rows } = await owner.query(
    "select coalesce(max(created_at), 0)::float8 as last from drizzle.__drizzle_migrations",
  );
  if (rows[0].last > newest) {
    throw startFault(
      "The database belongs to a newer version of this program. Start that version, or restore an older backup.",
    );
  }
}

/** Row-level security must apply to the role that serves requests, even if it also owns the tables. */
async function grant(owner: Client, appUrl: string): Promise<void> {
  const app = await connectTo(appUrl);
  const { rows } = await app
    .query(
      "select current_user as name, rolsuper as free from pg_roles where rolname = current_user",
    )
    .finally(() => app.end());
  const { rows: self } = await owner.query("select current_user as name");
  if (rows[0].name === self[0].name) {
    const { rows: guarded } = await owner.query(
      `select oid::regclass::text as name from pg_class
       where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of guarded)
      await owner.query(`alter table ${name} force row level security`);
    return;
  }
  const role = escapeIdentifier(rows[0].name);
  await owner.query(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    revoke update, delete on audit_entry from ${role};
    revoke insert, update, delete on audit_seal from ${role};
    revoke all on secret, session, confirmation, recovery_code, rate_limit, known_permission,
      account_identity, begun_sign_on, passkey, passkey_challenge, provisioning_token,
      access_token, kept_answer
      from ${role}`);
}
