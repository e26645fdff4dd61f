// Areas of twins that an older version has stored: a twin that cannot be read is logged once, and counted when it is back.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { twin } from "../schema/plant.ts";
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
  const counted = await readTwin(db, plant_id);
  const areas = async () => (await readTwin(db, plant_id))!.levels.map(({ mean_m2 }) => mean_m2);
  const wanted = await areas();
  expect(wanted).not.toContain(undefined);
  const [row] = await db.select().from(twin).where(eq(twin.plant_id, plant_id));
  const store = (geometry?: string) => {
    const levels = counted!.levels.map(({ mean_m2: _area, ...level }) => ({
      ...level,
      ...(geometry !== undefined && { geometry }),
    }));
    const manifest = { ...row!.manifest, levels };
    return db.update(twin).set({ manifest }).where(eq(twin.plant_id, plant_id));
  };
  const logged: unknown[] = [];
  const listening = Object.create(log, { error: { value: (one: unknown) => logged.push(one) } });
  const failed = new Set<string>();
  // The object of this hash is missing.
  await store("0".repeat(64));
  const parts = { db, files, log: listening };
  for (let run = 0; run < 2; run += 1) await fillTwinAreas(parts, failed);
  expect(logged).toHaveLength(1);
  expect(new Set(await areas())).toEqual(new Set([undefined]));
  await store();
  await fillTwinAreas(parts, failed);
  expect(await areas()).toEqual(wanted);
  expect(logged).toHaveLength(1);
});
