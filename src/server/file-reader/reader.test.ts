import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { Failure } from "../../domain/error.ts";
import { readerPool, type ReaderPool } from "./reader-pool.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const script = new URL("./reader.fixture.ts", import.meta.url).pathname;
const megabyte = 1024 ** 2;
const pools: ReaderPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function open(size = 1, { idleMs = 10_000, queueLength = 100 } = {}) {
  const bytes = { heapBytes: 512 * megabyte, keptBytes: 512 * megabyte };
  const pool = readerPool({ script, size, ...bytes, idleMs, queueLength });
  pools.push(pool);
  const read = (name: string, input?: unknown, more: object = {}) =>
    pool.read("someone", {
      name,
      input,
      file: "a.geojson",
      onSaid: () => undefined,
      limits: { ms: patient(20_000), bytes: 200 * megabyte },
      ...more,
    });
  return { pool, read };
}

const problemsOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "it was read",
    (error: Failure) => error.problems ?? error.message,
  );

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const untilGone = (pid: number) =>
  expect.poll(() => isAlive(pid), { timeout: patient(5000) }).toBe(false);

describe("a reader in a process of its own", { timeout: patient(60_000) }, () => {
  it("answers what it reads, with typed arrays, from a process that is kept", async () => {
    const { read } = open();
    const pid = await read("pid");
    expect(pid).not.toBe(process.pid);
    expect(await read("pid")).toBe(pid);
    const input = { name: "ü", list: [1, null], values: new Float32Array([1, NaN]) };
    expect(await read("echo", input)).toEqual(input);
  });

  it("refuses with the reasons of the file, and fails with any other error", async () => {
    const { read } = open();
    expect(await problemsOf(read("refuse"))).toEqual([{ reason: "not_geojson", line: 3 }]);
    expect(await problemsOf(read("break"))).toContain("secret detail");
    expect(await read("echo", 1)).toBe(1);
  });

  it("is waited for by what it says", async () => {
    const { read } = open();
    const heard: number[] = [];
    const onSaid = async (value: number) => {
      await sleep(5);
      heard.push(value);
    };
    expect(await read("count", 4, { onSaid })).toBe(4);
    expect(heard).toEqual([1, 2, 3, 4]);
    const failing = () => Promise.reject(new Error("the disk is full"));
    expect(await problemsOf(read("count", 4, { onSaid: failing }))).toBe("the disk is full");
  });

  it("is killed where its task is cancelled, even in a loop that never pauses", async () => {
    const { pool, read } = open();
    const cancel = new AbortController();
    const spinning = problemsOf(read("spin", null, { signal: cancel.signal }));
    // It waits for the process.
    const waiting = problemsOf(read("pid", null, { signal: cancel.signal }));
    await sleep(300);
    const [pid = 0] = pool.pids;
    cancel.abort(new Error("cancelled"));
    expect([await spinning, await waiting]).toEqual(["cancelled", "cancelled"]);
    await untilGone(pid);
    expect(await read("echo", 1)).toBe(1);
  });

  it("ends at its time limit, even in a loop that never pauses", async () => {
    const { read } = open();
    const begun = performance.now();
    const limits = { ms: 1000, bytes: 200 * megabyte };
    const reason = { reason: "file_takes_too_long", file: "a.geojson", values: { most: 1 } };
    expect(await problemsOf(read("spin", null, { limits }))).toEqual([reason]);
    expect(performance.now() - begun).toBeLessThan(patient(10_000));
    expect(await read("echo", 1)).toBe(1);
  });

  it.skipIf(isEveryday)(
    "may wait longer than the processor time that it gets, and ends when it has used that up",
    async () => {
      const { read } = open();
      const limits = { ms: 60_000, processor_ms: 700, bytes: 200 * megabyte };
      expect(await read("sleep", 1500, { limits })).toEqual(expect.any(Number));
      const reason = { reason: "file_takes_too_long", file: "a.geojson", values: { most: 0.7 } };
      expect(await problemsOf(read("spin", null, { limits }))).toEqual([reason]);
      expect(await read("echo", 1)).toBe(1);
      // Each reader has its own time.
      for (let round = 0; round < 4; round += 1)
        expect(await read("busy", 300, { limits })).toBe("done");
    },
  );

  it.skipIf(isEveryday).each(["json", "buffers"])(
    "ends when it takes too much memory: %s",
    async (name) => {
      const { read } = open();
      const reason = { reason: "file_takes_too_much_memory", file: "a.geojson" };
      const values = { most: 200 };
      expect(await problemsOf(read(name))).toEqual([{ ...reason, values }]);
      expect(await read("echo", 1)).toBe(1);
    },
  );

  it("says so when its process ends by itself", async () => {
    const { read } = open();
    const reason = { reason: "file_ended_reader", file: "a.geojson" };
    expect(await problemsOf(read("exit"))).toEqual([reason]);
    expect(await read("echo", 1)).toBe(1);
  });

  it("knows nothing of the server's settings", async () => {
    process.env["SECRET_OF_TEST"] = "x";
    const { read } = open();
    expect(await read("environment")).not.toHaveProperty("SECRET_OF_TEST");
    delete process.env["SECRET_OF_TEST"];
  });
});

describe("the processes", { timeout: patient(60_000) }, () => {
  it("are as many as the size says, and end when idle", async () => {
    const { pool, read } = open(2, { idleMs: 300 });
    const pids = await Promise.all(Array.from({ length: 6 }, () => read("sleep", 200)));
    expect(new Set(pids).size).toBe(2);
    await Promise.all(pool.pids.map(untilGone));
    expect(pool.pids).toEqual([]);
  });

  it("serve owners in turns", async () => {
    const { pool } = open(1);
    const served: string[] = [];
    const ask = { name: "sleep", input: 1, file: "", onSaid: () => undefined };
    const limits = { ms: 20_000, bytes: 200 * megabyte };
    const send = (owner: string) =>
      pool.read(owner, { ...ask, limits }).then(() => served.push(owner));
    await Promise.all([..."aaaaab"].map(send));
    expect(served.indexOf("b")).toBeLessThan(3);
  });

  it("refuse more when too many wait", async () => {
    const { read } = open(1, { queueLength: 2 });
    const all = [1, 2, 3, 4, 5].map(() => problemsOf(read("sleep", 100)));
    const reasons = (await Promise.all(all)).map((problems) => JSON.stringify(problems));
    expect(reasons.filter((reason) => reason.includes("readers_busy"))).toHaveLength(2);
  });

  it("end at once when closed, and nothing that they read is answered any more", async () => {
    const { pool, read } = open(1);
    const pid = (await read("pid")) as number;
    let isSettled = false;
    const settle = () => (isSettled = true);
    void read("spin").then(settle, settle);
    await sleep(200);
    pool.close();
    await untilGone(pid);
    await sleep(50);
    expect(isSettled).toBe(false);
  });
});
