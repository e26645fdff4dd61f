// The database of one viewer. Row-level security limits it to the viewer's customer.
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type QueryConfig } from "pg";
import type { Database } from "../context.ts";

type ViewerScope = { readonly customer_id: number | null };

/** The last tenant of each connection. Setting it costs a round trip, so it is set only on change. */
const lastTenant = new WeakMap<PoolClient, string>();
const boundDatabases = new WeakMap<Pool, Map<string, Database>>();
const setTenant = {
  name: "set_tenant",
  text: "select set_config('app.staff', $1, false), set_config('app.customer_id', $2, false)",
};

/** All customers: for staff who act for no customer, and for checks before the viewer is known. */
export const allCustomers: ViewerScope = { customer_id: null };

/**
 * A database on the same pool, bound to a viewer's customer: each connection gets the tenant before its
 * first query. Never query the raw pool: it keeps the previous tenant.
 */
export function viewerDatabase(db: Database, scope: ViewerScope): Database {
  const pool = poolOf(db);
  const byTenant = boundDatabases.get(pool) ?? new Map<string, Database>();
  boundDatabases.set(pool, byTenant);
  const key = scope.customer_id === null ? "staff" : String(scope.customer_id);
  let database = byTenant.get(key);
  if (!database) {
    database = drizzle({ client: bindPool(pool, key) });
    byTenant.set(key, database);
  }
  return database;
}

/** The connection pool of a database. */
export function poolOf(db: Database): Pool {
  const client = (db as Database & { $client?: unknown }).$client;
  if (client instanceof Pool) return client;
  throw new TypeError("the database was not opened on a pool");
}

function bindPool(pool: Pool, key: string): Pool {
  return wrapPool(pool, async (client) => {
    if (lastTenant.get(client) === key) return;
    lastTenant.delete(client);
    await client.query({ ...setTenant, values: key === "staff" ? ["on", ""] : ["off", key] });
    lastTenant.set(client, key);
  });
}

/** A database on the same pool that prepares every statement once per connection. Sets no tenant. */
export function preparedDatabase(db: Database): Database {
  return drizzle({ client: wrapPool(poolOf(db), async () => undefined) });
}

/** A pool that prepares each connection with `makeReady` before it is used. */
function wrapPool(pool: Pool, makeReady: (client: PoolClient) => Promise<void>): Pool {
  const connect = async () => {
    const client = await pool.connect();
    try {
      await makeReady(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const query = async (config: QueryConfig | string, values?: unknown[]) => {
    const client = await connect();
    try {
      return await client.query(
        withName(typeof config === "string" ? { text: config } : config),
        values,
      );
    } finally {
      client.release();
    }
  };
  // drizzle recognises a pool by its prototype; only then do transactions use one connection.
  return Object.assign(Object.create(pool) as Pool, { connect, query });
}

const names = new Map<string, string>();
/** Limit, because statements that differ only in the length of a list are numerous. */
const maxNames = 300;

/** Names a statement, so that PostgreSQL plans it once per connection, which is three times as fast. */
function withName(config: QueryConfig): QueryConfig {
  if (config.name !== undefined || !config.text.startsWith("select ")) return config;
  let name = names.get(config.text);
  if (name === undefined && names.size < maxNames) {
    name = `named_${names.size}`;
    names.set(config.text, name);
  }
  return name === undefined ? config : { ...config, name };
}
