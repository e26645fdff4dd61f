import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { mapParallel } from "./parallel.ts";

describe("mapParallel", () => {
  it("keeps the order of the items and never exceeds the width", async () => {
    let running = 0;
    let most = 0;
    const results = await mapParallel([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, ++running);
      await sleep(item);
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it("throws the failure after all running works have ended", async () => {
    const done: number[] = [];
    const all = mapParallel([1, 2, 3], 3, async (item) => {
      if (item === 1) throw new Error("no room");
      await sleep(5);
      done.push(item);
    });
    await expect(all).rejects.toThrow("no room");
    expect(done).toEqual([2, 3]);
  });
});
