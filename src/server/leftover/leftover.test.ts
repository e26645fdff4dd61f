import { mkdirSync, utimesSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { testImage, zipOf } from "../../../tests/fixtures/bad-archives.ts";
import { api } from "../../api/index.ts";
import { featuresKey } from "../store/plant/blueprint.ts";
import { task } from "../store/schema/plant.ts";
import { blueprint, documentFile } from "../store/schema/provider.ts";
import { checkStores } from "./fsck.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const day = 24 * 3600_000;
const objects = () => join(host.server.services.settings.data_dir, "objects");

/** Makes a file two days old. */
function age(path: string): void {
  const then = new Date(Date.now() - 2 * day);
  utimesSync(path, then, then);
}

async function ageAll(): Promise<void> {
  for (const key of await host.keys("")) age(join(objects(), key));
}

async function check(repair: boolean) {
  const lines: string[] = [];
  const { owner, server } = host;
  const parts = {
    files: owner.files,
    ownerDb: owner.db,
    ownerUrl: server.database.ownerUrl,
    data_dir: server.services.settings.data_dir,
    before: new Date(Date.now() - day),
  };
  const options = { repair, quick: false };
  const count = await checkStores(parts, options, (line) => lines.push(line));
  return { ...count, lines };
}

/** One of each thing that has objects: all of it must stay. */
async function storeLiving(): Promise<void> {
  const { server, owner, plant } = host;
  const own = await plant.addAnalysis("living", "2026-01-01");
  const text = JSON.stringify({
    format: "analysis-result",
    version: 1,
    values: [{ dt_id: "T0.M0", key_figure_id: 57, value: 30 }],
  });
  const archive = await zipOf([{ name: "T0.M3_T.jpg", bytes: await testImage() }]);
  await host.send(
    {
      json_file: { name: "a.json", bytes: text },
      images_zip_filename: { name: "images.zip", bytes: archive },
    },
    own,
  );
  await host.runLaunched();
  await owner.db.update(task).set({ state: "SUCCESSFUL" });
  const form = new FormData();
  form.append("title", "Manual");
  form.append("file", new Blob(["text"]), "manual.txt");
  expect((await server.ask(api.document.upload, "super_admin", { body: form })).status).toBe(200);
  const logo = new FormData();
  logo.append("logo", new Blob([(await testImage()) as BlobPart]), "logo.jpg");
  const params = { id: server.accounts.viewer.customer_id };
  const answer = await server.ask(api.customer.uploadLogo, "super_admin", { params, body: logo });
  expect(answer.status).toBe(200);
  const object = `plant/${plant.plant_id}/blueprint/a.kml`;
  for (const key of [object, featuresKey(object), "upload/twin/1/0"]) {
    await owner.files.put(key, Buffer.from("x"));
  }
  const row = {
    plant_id: plant.plant_id,
    kind: "kml" as const,
    file_name: "a.kml",
    object,
    bytes: 1,
  };
  await owner.db.insert(blueprint).values(row);
  await owner.db.insert(task).values({
    name: "import_twin",
    input: { files: [{ key: "upload/twin/1/0" }] },
  });
}

const leftovers = [
  "upload/twin/2/0",
  "upload/result/3/values",
  `column/aa/${"a".repeat(64)}.gz`,
  `image/bb/${"b".repeat(64)}.jpeg`,
  `image/bb/${"b".repeat(64)}.thumb.jpeg`,
  `twin/cc/${"c".repeat(64)}.br`,
  `logo/${"d".repeat(64)}.png`,
  "document/5e6f0000-0000-4000-8000-000000000000",
  "drone-app/5e6f0000-0000-4000-8000-000000000000",
  "plant/7/blueprint/5e6f0000-0000-4000-8000-000000000000.kml",
  "plant/7/blueprint/5e6f0000-0000-4000-8000-000000000000.kml.geojson.gz",
  "health/5e6f0000-0000-4000-8000-000000000000",
];

describe("what crashes leave behind", { timeout: patient(60_000) }, () => {
  it("is found and removed, and nothing that a row needs is touched", async () => {
    await storeLiving();
    await ageAll();
    const living = await host.keys("");
    expect((await check(true)).lines).toEqual([]);
    const { files } = host.owner;
    for (const key of [...leftovers, "elsewhere/1"]) await files.put(key, Buffer.from("x"));
    const young = "upload/twin/9/0";
    await ageAll();
    await files.put(young, Buffer.from("x"));
    const folder = join(host.server.services.settings.data_dir, "tmp", "images-abc");
    mkdirSync(folder, { recursive: true });
    age(folder);
    const unfinished = join(objects(), ".incoming", "half");
    writeFileSync(unfinished, "x");
    age(unfinished);

    const looked = await check(false);
    const mendable = leftovers.length + 2;
    expect(looked).toMatchObject({ found: mendable, mended: 0, mendable });
    expect(looked.lines.filter((line) => !line.startsWith("mendable "))).toEqual([]);
    for (const name of [...leftovers, folder, unfinished]) {
      expect(looked.lines.filter((line) => line.includes(`${name}`))).not.toEqual([]);
    }
    expect(existsSync(folder)).toBe(true);

    const mended = await check(true);
    expect(mended).toMatchObject({ found: leftovers.length + 2, mended: leftovers.length + 2 });
    expect([existsSync(folder), existsSync(unfinished)]).toEqual([false, false]);
    expect(await host.keys("")).toEqual([...living, "elsewhere/1", young].toSorted());
    expect((await check(false)).found).toBe(0);
  });

  it("stays where a task stores the same content again meanwhile", async () => {
    const { files } = host.owner;
    const key = leftovers[2] ?? "";
    await files.put(key, Buffer.from("x"));
    age(join(objects(), key));
    const { removableLeftovers } = await import("./leftover.ts");
    const { data_dir } = host.server.services.settings;
    const before = new Date(Date.now() - day);
    const parts = { files, ownerDb: host.owner.db, data_dir, before };
    for await (const found of removableLeftovers(parts)) {
      await files.put(key, Buffer.from("x"));
      await found.remove?.();
    }
    expect(await files.size(key)).toBe(1);
    await files.remove(key);
  });

  it("is a task that no process will run, which is ended", async () => {
    const { db } = host.owner;
    await db.update(task).set({ state: "SUCCESSFUL" });
    const created_at = new Date(Date.now() - 2 * day).toISOString();
    const [lost] = await db
      .insert(task)
      .values({ name: "import_twin", state: "RUNNING", created_at, input: {} })
      .returning();
    await db.insert(task).values({ name: "import_twin", input: {} });
    const line = `task ${lost?.id} (import_twin) that no process will run`;
    const ofTasks = (lines: readonly string[]) => lines.filter((text) => text.includes(" task "));
    expect(ofTasks((await check(false)).lines)).toEqual([`mendable  ${line}`]);
    expect(ofTasks((await check(true)).lines)).toEqual([`mended    ${line}`]);
    const [ended] = await db
      .select()
      .from(task)
      .where(eq(task.id, lost?.id ?? 0));
    expect(ended).toMatchObject({ state: "FAILED", problems: [{ reason: "task_interrupted" }] });
  });

  it("is also a row without its object, which only a backup brings back", async () => {
    const { db, files } = host.owner;
    const [row] = await db.select().from(documentFile);
    await files.remove(row?.object ?? "");
    const { found, mended, lines } = await check(true);
    expect([found, mended]).toEqual([1, 0]);
    expect(lines).toEqual([
      `found     document ${row?.id} needs object ${row?.object}, which is missing`,
    ]);
    expect(await db.$count(documentFile)).toBe(1);
  });
});
