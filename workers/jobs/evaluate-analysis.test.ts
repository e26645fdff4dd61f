import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../tests/fixtures/patience.ts";
import { openTestDatabase, type TestDatabase } from "../../tests/fixtures/database.ts";
import { openObjectFolder } from "../../src/server/adapters/object-folder.ts";
import { startEvaluation } from "../../src/server/analysis/start-evaluation.ts";
import { translateProblem } from "../../src/server/translate.ts";
import { customer } from "../../src/server/store/schema/account.ts";
import { analysis, analysisHistory, plant, task } from "../../src/server/store/schema/plant.ts";
import { analysisServer } from "../../src/server/store/schema/server.ts";
import { openEvaluation } from "./evaluation.fixture.ts";
import { isEveryday, isRelease } from "../../tests/fixtures/rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "evaluation-"));
const ending: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
let plant_id: number;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database.owner;
  const [owner] = await db.insert(customer).values({ name: "Helios" }).returning();
  const [row] = await db
    .insert(plant)
    .values({
      customer_id: owner?.id ?? 0,
      name: "Andasol",
      technology: "photovoltaic",
      nominal_capacity: 1,
      setup_phase: false,
      lon: 0,
      lat: 0,
    })
    .returning();
  plant_id = row?.id ?? 0;
});
beforeEach(() => setServer({ state: "STOPPED", locked: false, for_evaluation: false }));
afterEach(async () => {
  for (const end of ending.splice(0)) await end().catch(() => undefined);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

async function setServer(values: Partial<typeof analysisServer.$inferInsert>) {
  await database.owner.db.update(analysisServer).set(values);
}

const serverNow = async () => (await database.owner.db.select().from(analysisServer))[0];

/** An analysis whose data are complete, with files of which `stored` bytes are in the object store. */
async function addAnalysis(files: { text: string; stored?: string | null }[]): Promise<number> {
  const { db } = database.owner;
  const objects = await openObjectFolder(folder);
  count += 1;
  const flown_at = "2026-06-01T10:00:00Z";
  const values = { plant_id, name: `2026-${count}`, flown_at, state: "DATA_COMPLETE" as const };
  const [row] = await db.insert(analysis).values(values).returning();
  const id = row?.id ?? 0;
  for (const [index, { text, stored = text }] of files.entries()) {
    const object = `upload/${id}/${index}`;
    if (stored !== null) await objects.put(object, Buffer.from(stored));
    const sha256 = createHash("sha256").update(text).digest("hex");
    const name = `DJI_${index}.${index === 0 ? "JPG" : "tif"}`;
    await db.execute(sql`
      insert into analysis_file (analysis_id, file_name, name_key, object, bytes, sha256)
      values (${id}, ${name}, ${name}, ${object}, ${text.length}, ${sha256})`);
  }
  return id;
}

async function start(analysis_id: number): Promise<number> {
  const id = await startEvaluation(database.owner.db, { analysis_id, account_id: null });
  return id ?? 0;
}

async function open(pause = 0): Promise<void> {
  const { stop } = await openEvaluation(database.ownerUrl, folder, pause);
  ending.push(stop);
}

const read = async (id: number) =>
  (await database.owner.db.select().from(task).where(eq(task.id, id)))[0];
const until = (id: number, state: string) =>
  expect.poll(async () => (await read(id))?.state, { timeout: 20_000 }).toBe(state);

/** The states in the history, and the remarks in English. */
async function historyOf(analysis_id: number) {
  const rows = await database.owner.db
    .select()
    .from(analysisHistory)
    .where(eq(analysisHistory.analysis_id, analysis_id))
    .orderBy(asc(analysisHistory.id));
  return rows.map(({ field, new_value, note, problem }) => {
    if (field === "state") return new_value;
    if (problem === null) return note;
    const { file, message } = translateProblem("en", problem);
    return file === undefined ? message : `${file}: ${message}`;
  });
}

const NO_TWIN = "Nothing was evaluated: the digital twin has neither modules nor absorber tubes.";

it("says that nothing could be evaluated in files without a raster and without a placed image", async () => {
  const id = await addAnalysis([{ text: "hello" }]);
  const taskId = await start(id);
  await open();
  await until(taskId, "SUCCESSFUL");
  const stored = await read(taskId);
  expect(stored?.result).toMatchObject({ nothing: "evaluation_without_data" });
  expect(stored?.infos?.at(-1)).toMatchObject({ reason: "evaluation_without_data" });
  expect((await historyOf(id)).at(-1)).toMatch(/^Nothing in the files could be evaluated/);
});

const stateOf = async (id: number) =>
  (await database.owner.db.select().from(analysis).where(eq(analysis.id, id)))[0]?.state;

it("verifies the data, evaluates them on a server that was stopped, and stops it again", async () => {
  const id = await addAnalysis([{ text: "image" }, { text: "mosaic" }]);
  const taskId = await start(id);
  expect((await read(taskId))?.state).toBe("PENDING");
  await open();
  await until(taskId, "SUCCESSFUL");
  expect(await read(taskId)).toMatchObject({
    result: { file_count: 2, bytes: 11, kinds: { jpg: 1, tif: 1 } },
    tries: 1,
    error: null,
  });
  expect(await historyOf(id)).toEqual(["DATA_COMPLETE_VERIFIED", "PROCESSING", NO_TWIN]);
  expect(await stateOf(id)).toBe("PROCESSING");
  expect(await serverNow()).toMatchObject({ state: "STOPPED", for_evaluation: false });
});

it("leaves a server running that people started", async () => {
  await setServer({ state: "RUNNING" });
  const taskId = await start(await addAnalysis([{ text: "a" }]));
  await open();
  await until(taskId, "SUCCESSFUL");
  expect(await serverNow()).toMatchObject({ state: "RUNNING" });
});

it.each([
  ["is missing", null, "The file is no longer in the store."],
  ["is cut short", "ima", "The file is cut short: 3 of 5 bytes are there."],
  ["has another content", "imagE", "The content of the file is not what was uploaded."],
])("fails if a file %s, and says so in the history", async (_, stored, words) => {
  const id = await addAnalysis([{ text: "image", stored }]);
  const taskId = await start(id);
  await open();
  await until(taskId, "FAILED");
  expect((await read(taskId))?.problems).toMatchObject([{ file: "DJI_0.JPG" }]);
  expect((await historyOf(id)).at(-1)).toBe(`DJI_0.JPG: ${words}`);
  // What was found before the evaluation began leaves the data as they are.
  expect(await stateOf(id)).toBe(stored === "imagE" ? "DATA_COMPLETE_VERIFIED" : "DATA_COMPLETE");
  expect(await serverNow()).toMatchObject({ state: "STOPPED" });
});

it("fails while all servers are locked", async () => {
  await setServer({ locked: true });
  const taskId = await start(await addAnalysis([{ text: "a" }]));
  await open();
  await until(taskId, "FAILED");
  expect(await read(taskId)).toMatchObject({ problems: [{ reason: "no_analysis_server" }] });
});

it("is not started for a plant in its setup phase, and once only for others", async () => {
  const { db } = database.owner;
  const id = await addAnalysis([{ text: "a" }]);
  const wanted = { analysis_id: id, account_id: null };
  await db.update(plant).set({ setup_phase: true });
  expect(await startEvaluation(db, wanted)).toBeNull();
  await db.update(plant).set({ setup_phase: false });
  const ids = await Promise.all(Array.from({ length: 20 }, () => startEvaluation(db, wanted)));
  expect(new Set(ids).size).toBe(1);
  expect(await db.$count(task, eq(task.analysis_id, id))).toBe(1);
  await db.update(task).set({ state: "FAILED" }).where(eq(task.analysis_id, id));
});

it("stays with its transaction", async () => {
  const { db } = database.owner;
  const id = await addAnalysis([{ text: "a" }]);
  const fails = db.transaction(async (transaction) => {
    await startEvaluation(transaction, { analysis_id: id, account_id: null });
    throw new Error("cut");
  });
  await expect(fails).rejects.toThrow("cut");
  expect(await db.$count(task, eq(task.analysis_id, id))).toBe(0);
});

it("ends at its next step when users cancel it", async () => {
  const id = await addAnalysis([{ text: "a" }, { text: "b" }, { text: "c" }]);
  const taskId = await start(id);
  await open(600);
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("PROCESSING");
  const { db } = database.owner;
  await db.update(task).set({ end_requested: "CANCELLED" }).where(eq(task.id, taskId));
  await until(taskId, "CANCELLED");
  expect(await stateOf(id)).toBe("DATA_COMPLETE_VERIFIED");
  expect((await historyOf(id)).at(-1)).toBe("A user cancelled this task.");
  expect(await serverNow()).toMatchObject({ state: "STOPPED" });
});

it.skipIf(isEveryday)(
  "runs again after kill -9, with each change made once",
  { timeout: patient(60_000) },
  async () => {
    const id = await addAnalysis([{ text: "a" }, { text: "b" }]);
    const taskId = await start(id);
    const worker = await startWorker(3000);
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("PROCESSING");
    await kill(worker);
    expect(await serverNow()).toMatchObject({ state: "RUNNING", for_evaluation: true });
    await open();
    await until(taskId, "SUCCESSFUL");
    expect(await read(taskId)).toMatchObject({ tries: 2, result: { file_count: 2, bytes: 2 } });
    expect(await historyOf(id)).toEqual([
      "DATA_COMPLETE_VERIFIED",
      "PROCESSING",
      expect.any(String),
    ]);
    expect(await serverNow()).toMatchObject({ state: "STOPPED", for_evaluation: false });
  },
);

it.runIf(isRelease)(
  "tells the analysis if its process died too often",
  { timeout: patient(60_000) },
  async () => {
    const id = await addAnalysis([{ text: "a" }]);
    const taskId = await start(id);
    const worker = await startWorker(60_000);
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("PROCESSING");
    await database.owner.db.execute(
      sql`update pgboss.job set retry_count = 2 where (data->>'task_id')::int = ${taskId}`,
    );
    await kill(worker);
    await open();
    await until(taskId, "FAILED");
    expect(await stateOf(id)).toBe("DATA_COMPLETE_VERIFIED");
    expect((await historyOf(id)).at(-1)).toMatch(/^The server stopped during this task\./);
  },
);

async function startWorker(pause: number): Promise<ChildProcess> {
  const script = new URL("./evaluation.fixture.ts", import.meta.url).pathname;
  const words = [script, database.ownerUrl, folder, String(pause)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  ending.push(() => kill(child));
  await new Promise((ready) => child.stdout.once("data", ready));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGKILL");
  await gone;
}
