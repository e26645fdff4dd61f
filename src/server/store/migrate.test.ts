import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("the migrations", () => {
  it("do nothing the second time, even when several servers run them at once", async () => {
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    const { rows } = await database.app.pool.query(
      "select count(*)::int as customers from customer",
    );
    expect(rows).toEqual([{ customers: 0 }]);
  });

  it("let the app write, but neither alter tables nor change the audit trail", async () => {
    const { pool } = database.app;
    await pool.query("insert into audit_entry (action) values ('sign_in')");
    await expect(pool.query("delete from audit_entry")).rejects.toThrow(/permission denied/);
    await expect(pool.query("update audit_entry set action = ''")).rejects.toThrow(
      /permission denied/,
    );
    await expect(pool.query("drop table customer")).rejects.toThrow(/must be owner/);
  });

  it("refuse a database of a newer program", async () => {
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 99999999999999)",
    );
    await expect(migrate(database)).rejects.toThrow(/belongs to a newer version/);
    await owner.query("delete from drizzle.__drizzle_migrations where hash = 'later'");
    await owner.end();
  });

  it("report an unreachable database in one line", async () => {
    const away = "postgres://a:b@127.0.0.1:1/c";
    await expect(migrate({ ownerUrl: away, appUrl: away })).rejects.toThrow(
      /^The database cannot be reached: .*ECONNREFUSED.*\. Check DATABASE_URL\.$/,
    );
  });
});
