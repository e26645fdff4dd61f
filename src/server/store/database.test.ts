import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const cutAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where usename = current_user and pid <> pg_backend_pid() and datname = current_database()`;

describe("a connection to the database", () => {
  it("that breaks during a transaction fails only the transaction", async () => {
    const { db } = database.owner;
    const cut = db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1`);
      await db.execute(cutAll);
      await sleep(200);
      await transaction.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow();
    const { rows } = await db.execute(sql`select 1 as one`);
    expect(rows).toEqual([{ one: 1 }]);
  });
});
