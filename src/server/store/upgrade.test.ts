// A database of each earlier version, with rows in its tables, becomes one of this version and loses none of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { countRows, fillTables } from "../../../tests/fixtures/old-rows.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { everyNth } from "../../../tests/fixtures/rounds.ts";
import { migrate, migrateTo } from "./migrate.ts";

type Entry = { readonly when: number; readonly tag: string };
const journal = JSON.parse(
  readFileSync(join(import.meta.dirname, "schema", "meta", "_journal.json"), "utf8"),
) as { entries: Entry[] };
/** All but the newest, which is this version. */
const earlier = journal.entries.slice(0, -1);

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await openTestDatabase();
});
afterAll(() => fresh.close());

/** Columns with their types, and indexes and rules, as the database states them. */
async function shapeOf({ owner: { pool } }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ said: string }>(`
    select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable as said
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ said }) => said);
}

it.each(everyNth(earlier.toReversed(), 30))(
  "a database of $tag",
  async ({ when, tag }) => {
    const database = await openTestDatabase();
    try {
      const { pool } = database.owner;
      await pool.query("drop schema public cascade; drop schema drizzle cascade");
      await pool.query("create schema public");
      await migrateTo(database.ownerUrl, when);
      const before = await fillTables(pool, 2);
      const empty = [...before].filter(([, rows]) => rows === 0).map(([table]) => table);
      expect(empty, `tables of ${tag} that made-up rows cannot fill`).toEqual([]);
      await migrate(database);
      const after = await countRows(pool, [...before.keys()]);
      for (const [table, rows] of before) {
        expect(after.get(table), table).toBeGreaterThanOrEqual(rows);
      }
      expect(await shapeOf(database)).toEqual(await shapeOf(fresh));
    } finally {
      await database.close();
    }
  },
  patient(120_000),
);
