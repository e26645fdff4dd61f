import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { customer } from "../store/schema/account.ts";
import { plant, task } from "../store/schema/plant.ts";
import { openTestJobs } from "./jobs.fixture.ts";

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "turns-"));
const plants = new Map<string, number>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database.owner;
  for (const name of ["A", "B", "C"]) {
    const [owner] = await db.insert(customer).values({ name }).returning();
    const [made] = await db
      .insert(plant)
      .values({
        customer_id: owner!.id,
        name,
        technology: "photovoltaic",
        nominal_capacity: 1,
        lon: 0,
        lat: 0,
      })
      .returning();
    plants.set(name, made!.id);
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

/** Whose tasks ran, in the order in which one worker began them. */
async function orderOf(launched: string): Promise<string> {
  const { db } = database.owner;
  const idle = await openTestJobs(database.ownerUrl, 0, folder);
  const ids: number[] = [];
  for (const name of launched) {
    const about = { name: "count", input: { to: 1 }, account_id: null };
    ids.push(await idle.launch({ ...about, plant_id: plants.get(name) }));
  }
  await idle.stop();
  const working = await openTestJobs(database.ownerUrl, 1, folder);
  const read = () =>
    db.select().from(task).where(inArray(task.id, ids)).orderBy(asc(task.started_at));
  await expect
    .poll(async () => (await read()).every(({ state }) => state === "SUCCESSFUL"), {
      timeout: patient(30_000),
    })
    .toBe(true);
  await working.stop();
  const names = new Map([...plants].map(([name, id]) => [id, name]));
  // A task without a plant is one of the provider.
  return (await read()).map(({ plant_id }) => names.get(plant_id ?? 0) ?? "-").join("");
}

it.each([
  ["AAAAABB", "ABABAAA"],
  ["AAAABBBBCC", "ABCABCABAB"],
  ["ABAB", "ABAB"],
  ["AAA-", "A-AA"],
])(
  "customers take turns: %s runs as %s",
  async (launched, order) => expect(await orderOf(launched)).toBe(order),
  patient(60_000),
);
