// Connections to PostgreSQL, embedded or external: one pool for requests, one for the owner of the tables.

import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { startEmbeddedPostgres, findEmbeddedPostgres } from "../adapters/postgres.ts";
import type { Database } from "../context.ts";
import type { Settings } from "../start/settings.ts";

/** Milliseconds that a closing pool waits for connections in use. */
const closeTimeoutMs = 2000;

export type DatabaseAddress = {
  /** Connection string of the role that serves requests. */
  readonly appUrl: string;
  /** Connection string of the role that owns the tables. */
  readonly ownerUrl: string;
};

type Provider = DatabaseAddress & {
  /** Settles when an embedded PostgreSQL ends; never for an external one. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * The database of the settings. Starts the embedded one if the settings have none.
 * @param attach use the embedded database of a running server instead of starting it
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
 * Opens a pool of at most `most` connections; each is opened when first needed.
 * @param seesAll sees the rows of all customers, for jobs and for requests before the viewer is known. The
 * owner of the tables needs it only if the same role also serves requests.
 */
export function connect(url: string, most: number, { seesAll = false } = {}): Connection {
  const pool = new Pool({
    connectionString: url,
    max: most,
    application_name: "solar-inspection",
    connectionTimeoutMillis: 10_000,
    ...(seesAll ? { options: "-c app.staff=on" } : {}),
  });
  // A query on a broken connection rejects. An idle connection, or one between two queries of a
  // transaction, emits "error", which would end the server without a listener.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    db: drizzle({ client: pool }),
    pool,
    close: () => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })]),
  };
}
