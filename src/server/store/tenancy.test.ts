import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../tests/fixtures/plants.ts";
import type { Database } from "../context.ts";
import { connect } from "./database.ts";
import { analysis, plant, task, valueChange } from "./schema/plant.ts";
import { allCustomers, viewerDatabase } from "./viewer-database.ts";

/** Tables without data of customers; all others must be protected. */
const shared = [
  "document_file",
  "drone_app",
  "drone_model",
  "gpu_server_wish",
  "known_permission",
  "product_package",
  "rate_limit",
  "role",
  "secret",
  "used_proof",
];

let server: TestServer;
let own: Holding;
let foreign: Holding;
let mine: { customer_id: number };
let theirs: { customer_id: number };
const bound = (scope: { customer_id: number | null }) => viewerDatabase(server.services.db, scope);
const plantIds = async (db: Database) =>
  (await db.select({ id: plant.id }).from(plant).orderBy(plant.id)).map(({ id }) => id);

beforeAll(async () => {
  server = await startTestServer();
  mine = { customer_id: server.accounts.viewer.customer_id };
  theirs = { customer_id: server.accounts.other_customer.customer_id };
  own = await storeHolding(server, mine.customer_id, "Own");
  foreign = await storeHolding(server, theirs.customer_id, "Foreign");
  await server.database.owner.db.insert(valueChange).values(
    [own, foreign].map(({ released_id }) => ({
      analysis_id: released_id,
      key_figure_id: 1,
      row: 1,
      dt_id: "1",
    })),
  );
});
afterAll(() => server.close());

describe("row-level security", () => {
  it("protects every table with data of customers", async () => {
    const { rows } = await server.database.owner.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity
       order by relname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(shared);
  });

  it("shows nothing to a connection without a tenant", async () => {
    const fresh = connect(server.database.appUrl, 1);
    try {
      expect(await plantIds(fresh.db)).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  it("shows each viewer the rows of one customer, and staff all", async () => {
    expect(await plantIds(bound(mine))).toEqual([own.plant_id]);
    expect(await plantIds(bound(theirs))).toEqual([foreign.plant_id]);
    expect(await plantIds(bound(allCustomers))).toEqual([own.plant_id, foreign.plant_id]);
    for (const table of [analysis, task, valueChange]) {
      const count = (db: Database) => db.$count(table);
      expect(await count(bound(allCustomers))).toBe(2 * (await count(bound(mine))));
    }
  });

  it("applies to every query of many viewers on one connection", async () => {
    const one = connect(server.database.appUrl, 1);
    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, number) =>
          plantIds(viewerDatabase(one.db, number % 2 === 0 ? mine : theirs)),
        ),
      );
      for (const [number, ids] of answers.entries()) {
        expect(ids).toEqual([number % 2 === 0 ? own.plant_id : foreign.plant_id]);
      }
    } finally {
      await one.close();
    }
  });

  it("applies within a transaction, and after a failed one", async () => {
    const ids = await bound(theirs).transaction((transaction) => plantIds(transaction));
    expect(ids).toEqual([foreign.plant_id]);
    const failing = bound(mine).transaction((transaction) =>
      transaction.execute(sql`select 1 / 0`),
    );
    await expect(failing).rejects.toThrow(/Failed query/);
    expect(await plantIds(bound(theirs))).toEqual([foreign.plant_id]);
    expect(await plantIds(bound(mine))).toEqual([own.plant_id]);
  });

  it("prevents writing rows of another customer", async () => {
    const stolen = bound(mine)
      .insert(plant)
      .values({
        ...theirs,
        name: "Stolen",
        technology: "photovoltaic",
        nominal_capacity: 1,
        lon: 0,
        lat: 0,
      });
    await expect(stolen).rejects.toMatchObject({
      cause: { message: expect.stringContaining("row-level security") },
    });
    const changed = await bound(mine).update(plant).set({ name: "Mine" }).returning();
    expect(changed.map(({ id }) => id)).toEqual([own.plant_id]);
    const given = bound(mine).update(plant).set(theirs);
    await expect(given).rejects.toMatchObject({
      cause: { message: expect.stringContaining("row-level security") },
    });
  });

  it("hides sessions, codes and keys from the role that serves requests", async () => {
    for (const table of ["secret", "session", "confirmation", "rate_limit"]) {
      const read = server.database.app.pool.query(`select * from ${table}`);
      await expect(read, table).rejects.toThrow(/permission denied/);
    }
  });

  it("shows a customer the name of staff who made a change, and nothing else", async () => {
    const { id } = server.accounts.analyst;
    const db = bound(mine);
    const { rows } = await db.execute(sql`select account_name(${id}) as name`);
    expect(rows).toEqual([{ name: "analyst Tester" }]);
    const hidden = await db.execute(sql`select 1 from account where id = ${id}`);
    expect(hidden.rows).toEqual([]);
  });
});
