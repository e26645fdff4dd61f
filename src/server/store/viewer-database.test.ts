// @own-process: it counts the statements that this process has named.
// Which questions reach which connection; that PostgreSQL then hides other customers is in tenancy.test.ts.
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import type { Database } from "../context.ts";
import { allCustomers, poolOf, preparedDatabase, viewerDatabase } from "./viewer-database.ts";

type Asked = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** A connection that notes what it is asked, and refuses a text that begins with `refused`. */
function connectionOf() {
  const connection = {
    asked: [] as Asked[],
    released: [] as unknown[],
    refused: null as string | null,
    async query(config: Asked & { text: string }, values?: unknown[]) {
      const asked = values ?? config.values ?? [];
      connection.asked.push({
        text: config.text,
        values: asked,
        ...(config.name !== undefined && { name: config.name }),
      });
      if (connection.refused !== null && config.text.startsWith(connection.refused)) {
        throw new Error("connection lost");
      }
      return { rows: [], fields: [], rowCount: 0 };
    },
    release(how?: unknown) {
      connection.released.push(how);
    },
  };
  return connection;
}

/** A database on a pool that lends these connections in turn. */
function databaseOf(...connections: ReturnType<typeof connectionOf>[]) {
  const pool = new Pool();
  let turn = 0;
  pool.connect = (async () => connections[turn++ % connections.length]) as never;
  return { pool, db: drizzle({ client: pool }) as Database };
}

const TENANT =
  "select set_config('app.staff', $1, false), set_config('app.customer_id', $2, false)";
const toTenant = (...values: string[]) => ({ name: "set_tenant", text: TENANT, values });
/** What a connection was asked, without the names of statements. */
const texts = ({ asked }: ReturnType<typeof connectionOf>) =>
  asked.map(({ text, values }) => (text === TENANT ? values.join("/") : text));

describe("a viewer's database", () => {
  test("tells the connection the viewer's customer before the first question, and once", async () => {
    const connection = connectionOf();
    const database = viewerDatabase(databaseOf(connection).db, { customer_id: 7 });
    await database.execute(sql`select 1`);
    await database.execute(sql`select 2`);
    expect(connection.asked[0]).toEqual(toTenant("off", "7"));
    expect(texts(connection)).toEqual(["off/7", "select 1", "select 2"]);
    expect(connection.released).toEqual([undefined, undefined]);
  });

  test("of staff who do not act for a customer has no customer", async () => {
    const connection = connectionOf();
    await viewerDatabase(databaseOf(connection).db, allCustomers).execute(sql`select 1`);
    expect(connection.asked[0]).toEqual(toTenant("on", ""));
  });

  test("sets the viewer again on a connection that another viewer has used", async () => {
    const connection = connectionOf();
    const { db } = databaseOf(connection);
    for (const customer_id of [7, 8, 7]) {
      await viewerDatabase(db, { customer_id }).execute(sql`select 1`);
    }
    expect(texts(connection)).toEqual([
      "off/7",
      "select 1",
      "off/8",
      "select 1",
      "off/7",
      "select 1",
    ]);
  });

  test("sets the viewer of each connection", async () => {
    const [one, other] = [connectionOf(), connectionOf()];
    const database = viewerDatabase(databaseOf(one, other).db, { customer_id: 7 });
    await database.execute(sql`select 1`);
    await database.execute(sql`select 2`);
    expect([texts(one), texts(other)]).toEqual([
      ["off/7", "select 1"],
      ["off/7", "select 2"],
    ]);
  });

  test("runs no query if the customer cannot be set, and closes the connection", async () => {
    const connection = connectionOf();
    const { db } = databaseOf(connection);
    await viewerDatabase(db, { customer_id: 7 }).execute(sql`select 1`);
    connection.refused = TENANT;
    await expect(
      viewerDatabase(db, { customer_id: 8 }).execute(sql`select 2`),
    ).rejects.toMatchObject({ cause: new Error("connection lost") });
    expect(texts(connection)).toEqual(["off/7", "select 1", "off/8"]);
    expect(connection.released).toEqual([undefined, true]);
    // It is not known which customer the connection has now: not even its last one is taken for granted.
    connection.refused = null;
    await viewerDatabase(db, { customer_id: 7 }).execute(sql`select 3`);
    expect(texts(connection).slice(3)).toEqual(["off/7", "select 3"]);
  });

  test("gives the connection back where a question is refused", async () => {
    const connection = connectionOf();
    connection.refused = "select broken";
    const database = viewerDatabase(databaseOf(connection).db, { customer_id: 7 });
    await expect(database.execute(sql`select broken`)).rejects.toThrow();
    expect(connection.released).toEqual([undefined]);
  });

  test("keeps a transaction on one connection, which knows the customer", async () => {
    const [one, other] = [connectionOf(), connectionOf()];
    const database = viewerDatabase(databaseOf(one, other).db, { customer_id: 7 });
    await database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.execute(sql`select 2`);
    });
    expect(texts(one)).toEqual(["off/7", expect.any(String), "select 1", "select 2", "commit"]);
    expect(texts(other)).toEqual([]);
  });

  test("is made once for each customer of a pool", () => {
    const { db } = databaseOf(connectionOf());
    const database = viewerDatabase(db, { customer_id: 7 });
    expect(viewerDatabase(db, { customer_id: 7 })).toBe(database);
    expect(viewerDatabase(db, { customer_id: 8 })).not.toBe(database);
    expect(viewerDatabase(db, allCustomers)).toBe(viewerDatabase(db, allCustomers));
    const other = databaseOf(connectionOf()).db;
    expect(viewerDatabase(other, { customer_id: 7 })).not.toBe(database);
  });
});

describe("a statement", () => {
  const named = async (...statements: string[]) => {
    const connection = connectionOf();
    const database = preparedDatabase(databaseOf(connection).db);
    for (const text of statements) await database.execute(sql.raw(text));
    return connection.asked;
  };

  test("that reads has a name of its own, by which PostgreSQL plans it once", async () => {
    const [first, again, other] = await named("select a", "select a", "select b");
    expect(first?.name).toMatch(/^named_\d+$/);
    expect(again?.name).toBe(first?.name);
    expect(other?.name).toMatch(/^named_\d+$/);
    expect(other?.name).not.toBe(first?.name);
  });

  test("that writes has no name", async () => {
    const [write, mention] = await named("delete from a", "insert into a select b");
    expect([write, mention]).toEqual([
      { text: "delete from a", values: [] },
      { text: "insert into a select b", values: [] },
    ]);
  });

  test("that has a name keeps it, and one that is a text only is asked as such", async () => {
    const connection = connectionOf();
    const pool = poolOf(preparedDatabase(databaseOf(connection).db));
    await pool.query({ name: "mine", text: "select c" });
    await pool.query("delete from c");
    expect(connection.asked).toEqual([
      { name: "mine", text: "select c", values: [] },
      { text: "delete from c", values: [] },
    ]);
  });

  test("carries its values", async () => {
    const connection = connectionOf();
    await preparedDatabase(databaseOf(connection).db).execute(sql`select ${7}`);
    expect(connection.asked).toMatchObject([{ text: "select $1", values: [7] }]);
  });

  test("has no name where there are three hundred already", async () => {
    const many = Array.from({ length: 310 }, (_, at) => `select ${at} as many`);
    const asked = await named(...many, ...many);
    const names = new Set(asked.flatMap(({ name }) => name ?? []));
    expect(names.size).toBeLessThanOrEqual(300);
    expect(names.size).toBeGreaterThan(280);
    expect(asked.at(-1)?.name).toBeUndefined();
    // Those that have one keep it.
    expect(asked[310]?.name).toBe(asked[0]?.name);
  });
});

describe("a prepared database", () => {
  test("tells no customer", async () => {
    const connection = connectionOf();
    await preparedDatabase(databaseOf(connection).db).execute(sql`select 1`);
    expect(texts(connection)).toEqual(["select 1"]);
  });
});

describe("the pool of a database", () => {
  test("is the one it was opened on", () => {
    const { db, pool } = databaseOf(connectionOf());
    expect(poolOf(db)).toBe(pool);
  });

  test("is none where it was opened on a single connection", () => {
    expect(() => poolOf({} as Database)).toThrow(
      new TypeError("the database was not opened on a pool"),
    );
  });
});
