// Connections to PostgreSQL, embedded or external: one pool for requests, one for the owner of the tables.

import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import { startEmbeddedPostgres, findEmbeddedPostgres } from "../adapters/postgres.ts";
import { keepPostgres } from "../adapters/postgres-keeper.ts";
import type { Database } from "../context.ts";
import type { Settings } from "../start/settings.ts";
import { databaseAway } from "./outage.ts";

/** Milliseconds that a closing pool waits for connections in use. */
const closeTimeoutMs = 1000;

export type DatabaseAddress = {
  /** Connection string of the role that serves requests. */
  readonly appUrl: string;
  /** Connection string of the role that owns the tables. */
  readonly ownerUrl: string;
};

type Provider = DatabaseAddress & { stop(): Promise<void> };

/**
 * The database of the settings. Starts the embedded one, and keeps it running, if the settings have none.
 * @param attach use the embedded database of a running server instead of starting it
 */
export async function provideDatabase(
  settings: Pick<Settings, "database_url" | "database_owner_url" | "data_dir">,
  { attach = false, signal, log }: { attach?: boolean; signal: AbortSignal; log: Logger },
): Promise<Provider> {
  const { database_url: appUrl, database_owner_url: ownerUrl, data_dir: folder } = settings;
  const elsewhere = { stop: async () => undefined };
  if (appUrl !== null) return { appUrl, ownerUrl: ownerUrl ?? appUrl, ...elsewhere };
  if (attach) return { ...findEmbeddedPostgres(folder), ...elsewhere };
  return keepPostgres(
    () => startEmbeddedPostgres(folder, signal),
    (event) => log.error(event),
  );
}

export type Connection = {
  readonly db: Database;
  readonly pool: Pool;
  /** While the database is away, calls fail at once. Those that wait for an answer now fail too. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
};

type Done = Parameters<Pool["connect"]>[0];

/** A pool that opens and lends no connection while the database is away. */
class RefusingPool extends Pool {
  isAway = false;

  override connect(): Promise<PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<PoolClient> | void {
    if (done === undefined) return this.isAway ? Promise.reject(databaseAway()) : super.connect();
    if (this.isAway) done(databaseAway(), undefined, () => undefined);
    else super.connect(done);
  }
}

/**
 * Opens a pool of at most `most` connections; each is opened when first needed.
 * @param seesAll sees the rows of all customers, for jobs and for requests before the viewer is known. The
 * owner of the tables needs it only if the same role also serves requests.
 */
export function connect(url: string, most: number, { seesAll = false } = {}): Connection {
  const pool = new RefusingPool({
    connectionString: url,
    max: most,
    application_name: "solar-inspection",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(seesAll ? { options: "-c app.staff=on" } : {}),
  });
  // A query on a broken connection rejects. An idle connection, or one between two queries of a
  // transaction, emits "error", which would end the server without a listener.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const inUse = new Set<PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => inUse.delete(client));
  return {
    setAway(away) {
      pool.isAway = away;
      // A connection that waits for an answer is cut, and its query fails.
      if (away) for (const client of inUse) void client.end().catch(() => undefined);
    },
    db: drizzle({ client: pool }),
    pool,
    close: () => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })]),
  };
}
