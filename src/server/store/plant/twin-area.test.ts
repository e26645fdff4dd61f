// Areas of twins that an older version has stored: a twin that cannot be read is logged once, and counted when it is back.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { fillTwinAreas } from "./twin-area.ts";
import { readTwin } from "./twin.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("are tried again without another entry in the log", async () => {
  const { db } = server.database.owner;
  const { files, log } = server.services;
  const stores = { ...server.services, db };
  const { plant_id } = await addResultPlant(stores, server.accounts.viewer.customer_id, "Areas");
  const areas = async () =>
    (await readTwin(db, plant_id))!.levels.map(({ mean_m2 }) => mean_m2 !== undefined);
  const levels = await areas();
  expect(levels).not.toContain(false);
  await db.execute(sql`update twin set manifest = jsonb_set(manifest, '{levels}',
    (select jsonb_agg(one - 'mean_m2') from jsonb_array_elements(manifest->'levels') one))`);
  const logged: unknown[] = [];
  const listening = Object.create(log, { error: { value: (one: unknown) => logged.push(one) } });
  const gone = Object.create(files, {
    read: { value: () => Promise.reject(new Error("the object is missing")) },
  });
  const failed = new Set<string>();
  for (let run = 0; run < 2; run += 1) {
    await fillTwinAreas({ db, files: gone, log: listening }, failed);
  }
  expect(logged).toHaveLength(1);
  expect(await areas()).not.toContain(true);
  await fillTwinAreas({ db, files, log: listening }, failed);
  expect(await areas()).toEqual(levels);
  expect(logged).toHaveLength(1);
});
