import { expect, it } from "vitest";
import type { EmbeddedPostgres } from "./postgres.ts";
import { keepPostgres } from "./postgres-keeper.ts";

/** A database that the test ends, and whose next starts fail so often. */
function standIn() {
  const ended: (() => void)[] = [];
  const starts: number[] = [];
  let failures = 0;
  const start = async () => {
    starts.push(performance.now());
    if (failures > 0) {
      failures -= 1;
      throw new Error("no room");
    }
    const end = new Promise<void>((resolve) => ended.push(resolve));
    return { appUrl: "", ownerUrl: "", ended: end, stop: async () => ended.at(-1)?.() };
  };
  return {
    start: start as unknown as () => Promise<EmbeddedPostgres>,
    starts,
    fail: (times: number) => (failures = times),
    end: () => ended.at(-1)?.(),
  };
}

it("starts again within a second, however often it has ended before", async () => {
  const database = standIn();
  const kept = await keepPostgres(database.start, () => undefined);
  for (let times = 2; times < 9; times += 1) {
    const asked = performance.now();
    database.end();
    await expect.poll(() => database.starts.length, { interval: 10 }).toBe(times);
    expect((database.starts.at(-1) ?? 0) - asked).toBeLessThan(1000);
  }
  await kept.stop();
});

it("waits longer after each start that fails", async () => {
  const database = standIn();
  const kept = await keepPostgres(database.start, () => undefined);
  database.fail(3);
  database.end();
  await expect.poll(() => database.starts.length, { interval: 10, timeout: 10_000 }).toBe(5);
  const pauses = database.starts
    .slice(2)
    .map((at, number) => at - (database.starts[number + 1] ?? 0));
  // A timer may end a millisecond early by this clock.
  expect(pauses.map((pause) => Math.floor((pause + 2) / 250))).toEqual([1, 2, 4]);
  await kept.stop();
});
