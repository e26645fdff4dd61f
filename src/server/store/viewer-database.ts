// The database as one viewer may see it: row-level security gets told for whom each connection asks.
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type QueryConfig } from "pg";
import type { Database } from "../context.ts";

type ViewerScope = { readonly customer_id: number | null };

/** What each connection was told last; telling costs a round trip, so it is done on change only. */
const told = new WeakMap<PoolClient, string>();
const bound = new WeakMap<Pool, Map<string, Database>>();
const telling = {
  name: "tell_viewer",
  text: "select set_config('app.staff', $1, false), set_config('app.customer_id', $2, false)",
};

/** Everything: for staff who act for no customer, and for checks before a viewer is known. */
export const everybody: ViewerScope = { customer_id: null };

/**
 * The same pool, bound to a viewer's customer: each connection is told before its first query.
 * Whatever else asks through this pool unbound sees what the connection was told last, so nothing may.
 */
export function viewerDatabase(db: Database, scope: ViewerScope): Database {
  const pool = poolOf(db);
  const mine = bound.get(pool) ?? new Map<string, Database>();
  bound.set(pool, mine);
  const key = scope.customer_id === null ? "staff" : String(scope.customer_id);
  let database = mine.get(key);
  if (!database) {
    database = drizzle({ client: bindPool(pool, key) });
    mine.set(key, database);
  }
  return database;
}

/** The pool that a database asks through. */
export function poolOf(db: Database): Pool {
  const client = (db as Database & { $client?: unknown }).$client;
  if (client instanceof Pool) return client;
  throw new TypeError("the database was not opened on a pool");
}

function bindPool(pool: Pool, key: string): Pool {
  return leasing(pool, async (client) => {
    if (told.get(client) === key) return;
    told.delete(client);
    await client.query({ ...telling, values: key === "staff" ? ["on", ""] : ["off", key] });
    told.set(client, key);
  });
}

/** The same pool with every statement prepared once per connection; it is told nothing. */
export function preparedDatabase(db: Database): Database {
  return drizzle({ client: leasing(poolOf(db), async () => undefined) });
}

/** A pool that makes each connection ready before it is used. */
function leasing(pool: Pool, makeReady: (client: PoolClient) => Promise<void>): Pool {
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
        named(typeof config === "string" ? { text: config } : config),
        values,
      );
    } finally {
      client.release();
    }
  };
  // drizzle knows a pool by its prototype, and opens transactions on a leased connection only then.
  return Object.assign(Object.create(pool) as Pool, { connect, query });
}

const names = new Map<string, string>();
/** Statements that differ only in the length of a list are many; the first of them are enough. */
const mostNames = 300;

/** Gives a statement a name, so that PostgreSQL plans it once per connection: three times as fast. */
function named(config: QueryConfig): QueryConfig {
  if (config.name !== undefined || !config.text.startsWith("select ")) return config;
  let name = names.get(config.text);
  if (name === undefined && names.size < mostNames) {
    name = `named_${names.size}`;
    names.set(config.text, name);
  }
  return name === undefined ? config : { ...config, name };
}
