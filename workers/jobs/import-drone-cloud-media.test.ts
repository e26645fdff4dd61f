import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../tests/fixtures/http.ts";
import { storeHolding } from "../../tests/fixtures/plants.ts";
import { openLocalDroneCloud } from "../../src/server/adapters/drone-cloud-local.ts";
import type { DroneCloudAdapter } from "../../src/server/adapters/drone-cloud.ts";
import type { Services } from "../../src/server/context.ts";
import { auditEntry } from "../../src/server/store/schema/account.ts";
import { analysisFile } from "../../src/server/store/schema/analysis-file.ts";
import { analysis } from "../../src/server/store/schema/plant.ts";
import { importDroneCloudMedia } from "./import-drone-cloud-media.ts";

let server: TestServer;
let plant_id = 0;
beforeAll(async () => {
  server = await startTestServer();
  ({ plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol"));
});
afterAll(() => server.close());

const flight = {
  name: "Block 1",
  route_id: "r",
  dock: "d",
  start_ms: null,
  latest_ms: null,
  least_battery_percent: 100,
  time_zone: "UTC",
  return_height_m: 40,
};

async function prepared(...more: string[]) {
  const { db } = server.database.owner;
  const [row] = await db
    .insert(analysis)
    .values({
      plant_id,
      name: `A ${Math.random()}`,
      state: "EMPTY",
      flown_at: "2026-06-01T10:00:00Z",
    })
    .returning();
  const cloud = openLocalDroneCloud();
  const task_id = await cloud.plan("local-project", flight);
  const file_names = (await cloud.media("local-project", task_id)).map(({ name }) => name);
  const customer_id = server.accounts.viewer.customer_id;
  const input = {
    analysis_id: row!.id,
    customer_id,
    project: "local-project",
    task_id,
    file_names: [...file_names, ...more],
  };
  const run = (
    as: DroneCloudAdapter | null = cloud,
    scanner: Services["scanner"] = server.services.scanner,
  ) => {
    const services = {
      ...server.services,
      scanner,
      db,
      droneClouds: () => (as ? { cloud: as, project: null } : null),
    };
    const progress = { step: async () => undefined };
    const about = { task_id: 1, account_id: null, signal: new AbortController().signal };
    return importDroneCloudMedia.run(services, input, progress, about);
  };
  const files = () => db.select().from(analysisFile).where(eq(analysisFile.analysis_id, row!.id));
  return { run, files, cloud, file_names };
}

it("adds the files of a flight once, however often it runs", async () => {
  const { run, files, file_names } = await prepared();
  expect(await run()).toEqual({ count: 1 });
  const [stored] = await files();
  expect(stored).toMatchObject({ file_name: file_names[0] });
  expect(stored!.bytes).toBe(await server.services.files.size(stored!.object));
  expect(await run()).toEqual({ count: 0 });
  expect(await files()).toHaveLength(1);
});

it("adds nothing where a file does not arrive, and leaves nothing behind", async () => {
  const { run, files, cloud, file_names } = await prepared("second.JPG");
  const objects = async () => {
    let count = 0;
    for await (const _ of server.services.files.list("analysis-file/")) count += 1;
    return count;
  };
  const before = await objects();
  const broken: DroneCloudAdapter = {
    ...cloud,
    media: async () =>
      [...file_names, "second.JPG"].map((name) => ({ name, url: name, bytes: null })),
    open: (medium) =>
      medium.name === "second.JPG" ? Promise.reject(new Error("cut off")) : cloud.open(medium),
  };
  await expect(run(broken)).rejects.toThrow("cut off");
  expect(await files()).toEqual([]);
  expect(await objects()).toBe(before);
  await expect(run(null)).rejects.toMatchObject({ code: "CONFLICT" });
});

it("adds nothing in which the virus scanner finds something, and notes whose it was", async () => {
  const { run, files, file_names } = await prepared();
  const finding: NonNullable<Services["scanner"]> = {
    wholeBytes: 100,
    isThere: async () => true,
    async *scan(chunks, found) {
      for await (const chunk of chunks) yield chunk;
      await found("Test.Marker");
    },
  };
  await expect(run(undefined, finding)).rejects.toMatchObject({
    code: "FILE_REFUSED",
    problems: [{ reason: "virus_found", file: file_names[0], values: { virus: "Test.Marker" } }],
  });
  expect(await files()).toEqual([]);
  const entries = await server.database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
  expect(entries.at(-1)).toMatchObject({
    action: "virus_found",
    customer_id: server.accounts.viewer.customer_id,
    request_id: "task 1",
  });
});
