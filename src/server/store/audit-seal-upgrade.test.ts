// Entries of before the seals, and an installation with one role for everything.
import { afterEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { brokenAudit } from "../leftover/broken-audit.ts";
import { authorOf, writeAuditEntry } from "./account/audit.ts";
import { migrate, migrateTo } from "./migrate.ts";
import { allCustomers, viewerDatabase } from "./viewer-database.ts";

/** `when` of the last migration without seals. */
const before = 1_795_834_455_633;

let database: TestDatabase;
afterEach(() => database.close());

/** The tables of before, with entries of two customers. */
async function openFormer(): Promise<void> {
  database = await openTestDatabase();
  const { pool } = database.owner;
  await pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  await migrateTo(database.ownerUrl, before);
  for (const customer_id of [3, 4, null, 3]) {
    await pool.query("insert into audit_entry (action, customer_id) values ('sign_in', $1)", [
      customer_id,
    ]);
  }
}
const everything = () => viewerDatabase(database.owner.db, allCustomers);
async function faults(): Promise<string[]> {
  const words: string[] = [];
  for await (const fault of brokenAudit(everything())) words.push(fault.words);
  return words;
}
const positions = async () => {
  const { rows } = await everything().execute<{ entry_id: string }>(
    "select entry_id from audit_seal order by position",
  );
  return rows.map(({ entry_id }) => Number(entry_id));
};

test("entries of before are sealed in their order", async () => {
  await openFormer();
  await migrate(database);
  expect(await positions()).toEqual([1, 2, 3, 4]);
  expect(await faults()).toEqual([]);
});

test("one role for requests and tables, which is bound to a tenant, continues the chain of all", async () => {
  await openFormer();
  const { ownerUrl } = database;
  await migrate({ ownerUrl, appUrl: ownerUrl });
  for (const customer_id of [3, 4, 3]) {
    const db = viewerDatabase(database.owner.db, { customer_id });
    await writeAuditEntry(authorOf({ id: 1, customer_id }, "r"), db, { action: "sign_out" });
    // The tenant of the connection is as it was.
    const { rows } = await db.execute<{ n: number }>(
      "select count(distinct customer_id)::int as n from audit_entry",
    );
    expect(rows).toEqual([{ n: 1 }]);
  }
  expect(await positions()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await faults()).toEqual([]);
});
