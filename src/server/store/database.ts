// The connection to PostgreSQL, embedded or not: one pool for requests, one for what owns the tables.

import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { startEmbeddedPostgres, findEmbeddedPostgres } from "../adapters/postgres.ts";
import type { Database } from "../context.ts";
import type { Settings } from "../start/settings.ts";

/** Milliseconds that connections in use get to be given back when the pool closes. */
const endPatience = 2000;

export type DatabaseAddress = {
  /** Connection string of the role that serves requests. */
  readonly appUrl: string;
  /** Connection string of the role that owns the tables. */
  readonly ownerUrl: string;
};

type Provider = DatabaseAddress & {
  /** Settles if an embedded PostgreSQL ends; never for one of the user's own. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Finds the database of the settings, starting the embedded one where none is named.
 * @param attach use the embedded one of a running server instead of starting it
 */
export async function provideDatabase(
  settings: Pick<Settings, "database_url" | "database_owner_url" | "data_dir">,
  { attach = false } = {},
): Promise<Provider> {
  const { database_url: appUrl, database_owner_url: ownerUrl, data_dir: folder } = settings;
  const elsewhere = { ended: new Promise<void>(() => undefined), stop: async () => undefined };
  if (appUrl !== null) return { appUrl, ownerUrl: ownerUrl ?? appUrl, ...elsewhere };
  return attach ? { ...findEmbeddedPostgres(folder), ...elsewhere } : startEmbeddedPostgres(folder);
}

export type Connection = {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
};

/**
 * Opens a pool of at most `most` connections; each is made when first needed.
 * @param seesAll past row-level security, for jobs and for what happens before a viewer is known;
 * the owner of the tables needs to be told only where the same role serves requests too
 */
export function connect(url: string, most: number, { seesAll = false } = {}): Connection {
  const pool = new Pool({
    connectionString: url,
    max: most,
    application_name: "solar-inspection",
    connectionTimeoutMillis: 10_000,
    ...(seesAll ? { options: "-c app.staff=on" } : {}),
  });
  // A connection that breaks tells whoever waits on it; one that is idle or between two queries of a
  // transaction has nobody to tell, and without a listener it would end the whole server.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    db: drizzle({ client: pool }),
    pool,
    close: () => Promise.race([pool.end(), sleep(endPatience, undefined, { ref: false })]),
  };
}
