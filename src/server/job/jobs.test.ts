import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import pino, { type Logger } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openObjectFolder } from "../adapters/object-folder.ts";
import { openTestJobs, releases } from "./jobs.fixture.ts";
import { task } from "../store/schema/plant.ts";
import { translateProblem } from "../translate.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "jobs-"));
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end().catch(() => undefined);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

async function open(concurrency: number, log?: Logger) {
  const jobs = await openTestJobs(database.ownerUrl, concurrency, folder, log);
  ending.push(jobs.stop);
  return jobs;
}

async function startWorker(): Promise<ChildProcess> {
  const script = new URL("./jobs.fixture.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, database.ownerUrl, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
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

const read = async (id: number) => {
  const [row] = await database.owner.db.select().from(task).where(eq(task.id, id));
  if (!row) throw new Error("no such task");
  return row;
};

const until = (id: number, condition: (row: Awaited<ReturnType<typeof read>>) => boolean) =>
  expect.poll(async () => condition(await read(id)), { timeout: 20_000, interval: 50 }).toBe(true);

const launch = (name: string, input: Record<string, unknown> = {}) => ({
  name,
  input,
  account_id: null,
});

describe("jobs", { timeout: patient(60_000) }, () => {
  it("run soon, report their progress and store their result", async () => {
    const jobs = await open(1);
    const id = await jobs.launch(launch("count", { to: 500 }));
    await until(id, ({ state }) => state === "SUCCESSFUL");
    expect(await read(id)).toMatchObject({
      name: "count",
      step: 500,
      max_steps: 500,
      infos: [{ reason: "counted", values: { to: 500 } }],
      result: { to: 500 },
      error: null,
    });
  });

  it("that refuse their input fail with place and reason", async () => {
    const jobs = await open(1);
    const refused = await jobs.launch(launch("refuse"));
    await until(refused, ({ state }) => state === "FAILED");
    expect(await read(refused)).toMatchObject({
      error: "FILE_REFUSED",
      problems: [{ reason: "not_geojson", line: 3 }],
    });
  });

  it("that break name their last step, and an id under which the log has the error", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const jobs = await open(1, log);
    for (const [input, words] of [
      [{}, /^The server failed in step 0 of 0: Starting the task\. The log .* under \S+\.$/],
      [{ at: 3 }, /^The server failed in step 3 of 5: Reading a\.kml\. The log .* under \S+\.$/],
    ] as const) {
      const id = await jobs.launch(launch("break", input));
      await until(id, ({ state }) => state === "FAILED");
      const { error, problems } = await read(id);
      expect(error).toBe("SOMETHING_WENT_WRONG");
      const [problem] = problems;
      if (!problem) throw new Error("the task has no reason");
      expect(translateProblem("en", problem).message).toMatch(words);
      expect(JSON.stringify(problem)).not.toContain("secret");
      const logged = lines.filter((line) => line.includes(`"${problem.values?.["id"]}"`));
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain("secret detail");
    }
  });

  it("that end remove their uploads, and say so if the disk was full", async () => {
    const jobs = await open(1);
    const files = await openObjectFolder(folder);
    for (const [name, error] of [
      ["break", "SOMETHING_WENT_WRONG"],
      ["full", "INSUFFICIENT_STORAGE"],
    ] as const) {
      const upload = `upload/${name}`;
      await files.put(upload, Buffer.from("x"));
      const id = await jobs.launch(launch(name, { upload }));
      await until(id, ({ state }) => state === "FAILED");
      expect(await read(id)).toMatchObject({ error });
      await expect.poll(() => files.size(upload)).toBeNull();
    }
  });

  it("that lose their database run again, with their uploads", async () => {
    const jobs = await open(1);
    const files = await openObjectFolder(folder);
    await files.put("upload/cut", Buffer.from("first"));
    const id = await jobs.launch(launch("cut_off", { upload: "upload/cut" }));
    await until(id, ({ state }) => state !== "PENDING" && state !== "RUNNING");
    expect(await read(id)).toMatchObject({ state: "SUCCESSFUL", result: { content: "again" } });
    await expect.poll(() => files.size("upload/cut")).toBeNull();
  });

  it("that hang can be cancelled: they are given up, and what they do later has no effect", async () => {
    const jobs = await open(1);
    const { db } = database.owner;
    const id = await jobs.launch(launch("hang", { obeys: false, release: "released" }));
    await until(id, ({ infos }) => Array.isArray(infos) && infos.length === 1);
    await db.update(task).set({ end_requested: "CANCELLED" }).where(eq(task.id, id));
    const asked = performance.now();
    await until(id, ({ state }) => state === "CANCELLED");
    expect(performance.now() - asked).toBeGreaterThan(450);
    expect(await read(id)).toMatchObject({ error: null, problems: [{ reason: "task_cancelled" }] });
    // Its place and its lock are free.
    const next = await jobs.launch(launch("count", { to: 3 }));
    await until(next, ({ state }) => state === "SUCCESSFUL");
    const { rows } = await db.execute(
      sql`select objid from pg_locks where locktype = 'advisory' and objid = ${id}`,
    );
    expect(rows).toEqual([]);
    releases.get("released")?.();
    await new Promise((wake) => setTimeout(wake, 200));
    expect(await db.$count(task, eq(task.name, "released"))).toBe(0);
    expect(await (await openObjectFolder(folder)).size("released")).toBeNull();
    expect((await read(id)).state).toBe("CANCELLED");
  });

  it("that wait and obey the signal end at once", async () => {
    const jobs = await open(1);
    const id = await jobs.launch(launch("hang", { obeys: true, release: "never" }));
    await until(id, ({ infos }) => Array.isArray(infos) && infos.length === 1);
    const asked = performance.now();
    const { db } = database.owner;
    await db.update(task).set({ end_requested: "CANCELLED" }).where(eq(task.id, id));
    await until(id, ({ state }) => state === "CANCELLED");
    expect(performance.now() - asked).toBeLessThan(patient(450));
  });

  it("with a wrong name or input are not stored at all", async () => {
    const jobs = await open(0);
    const count = () => database.owner.db.$count(task);
    const before = await count();
    await expect(jobs.launch(launch("count", { to: "many" }))).rejects.toThrow();
    await expect(jobs.launch(launch("nothing"))).rejects.toThrow("no such job");
    await expect(
      jobs.launch({ ...launch("count", { to: 1 }), plant_id: 999_999 }),
    ).rejects.toThrow();
    expect(await count()).toBe(before);
    const { rows } = await database.owner.db.execute(
      sql`select count(*)::int as queued from pgboss.job where state = 'created'`,
    );
    expect(rows).toEqual([{ queued: 0 }]);
  });

  it("are never repeated by the queue itself, which cannot tell a busy process from a dead one", async () => {
    await database.owner.db.execute(sql`update pgboss.queue set heartbeat_seconds = 60`);
    await open(0);
    const { rows } = await database.owner.db.execute(
      sql`select name from pgboss.queue where heartbeat_seconds is not null`,
    );
    expect(rows).toEqual([]);
  });

  it.skipIf(isEveryday)("of a killed worker are run again by another process", async () => {
    const queue = await open(0);
    const worker = await startWorker();
    const id = await queue.launch(launch("sleep", { milliseconds: 2500 }));
    await until(id, ({ infos }) => Array.isArray(infos) && infos.length === 1);
    await kill(worker);
    // Started after the end of the first one, which could else finish the task on a busy machine.
    const second = await startWorker();
    const ready = performance.now();
    await until(id, ({ infos }) => JSON.stringify(infos).includes(`"pid":${second.pid}`));
    expect(performance.now() - ready).toBeLessThan(patient(4000));
    await until(id, ({ state }) => state === "SUCCESSFUL");
    expect((await read(id)).result).toEqual({ pid: second.pid });
  });

  it.skipIf(isEveryday)(
    "fail if their process died once too often: they may be the cause",
    async () => {
      const queue = await open(0);
      const worker = await startWorker();
      const id = await queue.launch(launch("sleep", { milliseconds: 60_000 }));
      await until(id, ({ infos }) => Array.isArray(infos) && infos.length === 1);
      // Two crashes before this one.
      await database.owner.db.execute(
        sql`update pgboss.job set retry_count = 2 where (data->>'task_id')::int = ${id}`,
      );
      await kill(worker);
      await open(1);
      await until(id, ({ state }) => state === "FAILED");
      expect((await read(id)).problems).toEqual([{ reason: "task_interrupted" }]);
    },
  );

  it.skipIf(isEveryday)("are run by one process only, and not again while it lives", async () => {
    const queue = await open(0);
    const workers = [await startWorker(), await startWorker()];
    const id = await queue.launch(launch("sleep", { milliseconds: 4000 }));
    await until(id, ({ state }) => state === "SUCCESSFUL");
    const row = await read(id);
    const [info] = row.infos;
    expect(workers.map(({ pid }) => pid)).toContain(info?.values?.["pid"]);
    expect(row.result).toEqual(info?.values);
  });

  it.skipIf(isEveryday)(
    "that outlast a stopping server keep their files for the next run",
    async () => {
      const first = await open(1);
      const files = await openObjectFolder(folder);
      await files.put("staged", Buffer.from("x"));
      const id = await first.launch(launch("careful", { staged: "staged" }));
      await until(id, ({ infos }) => Array.isArray(infos) && infos.length === 1);
      await first.stop();
      await new Promise((wake) => setTimeout(wake, 500));
      expect(await files.size("staged")).toBe(1);
      expect((await read(id)).state).toBe("RUNNING");
      await open(1);
      await until(id, ({ state }) => state === "SUCCESSFUL");
      expect(await files.size("staged")).toBeNull();
    },
  );

  it("fail if their queue entry is missing", async () => {
    const [row] = await database.owner.db
      .insert(task)
      .values({ name: "sleep", state: "RUNNING", created_at: "2026-01-01T00:00:00Z" })
      .returning({ id: task.id });
    await open(1);
    await until(row?.id ?? 0, ({ state }) => state === "FAILED");
    expect((await read(row?.id ?? 0)).problems).toEqual([{ reason: "task_interrupted" }]);
  });
});
