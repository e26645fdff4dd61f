import { expect, it } from "vitest";
import type { EmbeddedPostgres } from "./postgres.ts";
import { keepPostgres } from "./postgres-keeper.ts";

/** A database that the test ends, and whose next starts fail so often. */
function standIn() {
  const ended: (() => void)[] = [];
  let starts = 0;
  let failures = 0;
  const start = async () => {
    starts += 1;
    if (failures > 0) {
      failures -= 1;
      throw new Error("no room");
    }
    const end = new Promise<void>((resolve) => ended.push(resolve));
    return { appUrl: "", ownerUrl: "", ended: end, stop: async () => ended.at(-1)?.() };
  };
  return {
    start: start as unknown as () => Promise<EmbeddedPostgres>,
    starts: () => starts,
    fail: (times: number) => (failures = times),
    end: () => ended.at(-1)?.(),
  };
}

it("starts again within a second, however often it has ended before", async () => {
  const database = standIn();
  const pauses: number[] = [];
  const kept = await keepPostgres(
    database.start,
    () => undefined,
    async (ms) => void pauses.push(ms),
  );
  for (let times = 2; times < 9; times += 1) {
    database.end();
    await expect.poll(() => database.starts(), { interval: 1 }).toBe(times);
  }
  expect(pauses).toHaveLength(7);
  expect(Math.max(...pauses)).toBeLessThan(1000);
  await kept.stop();
});

it("waits longer after each start that fails", async () => {
  const database = standIn();
  const pauses: number[] = [];
  const kept = await keepPostgres(
    database.start,
    () => undefined,
    async (ms) => void pauses.push(ms),
  );
  database.fail(3);
  database.end();
  await expect.poll(() => database.starts(), { interval: 1 }).toBe(5);
  expect(pauses).toEqual([0, 250, 500, 1000]);
  await kept.stop();
});

it("does not start again when it is stopped during a pause", async () => {
  const database = standIn();
  const kept = await keepPostgres(
    database.start,
    () => undefined,
    (_ms, signal) => new Promise((done) => signal.addEventListener("abort", () => done())),
  );
  database.end();
  await kept.stop();
  expect(database.starts()).toBe(1);
});
