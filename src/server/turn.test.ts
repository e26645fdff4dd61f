import { describe, expect, it } from "vitest";
import { inTurns, stepsInTurns, takeTurns } from "./turn.ts";

describe("long work in pieces", () => {
  it("ends a piece by time, and begins the next one when others had their turn", async () => {
    let now = 0;
    const turns = takeTurns(() => now);
    expect(turns.isOver()).toBe(false);
    now = 5;
    expect(turns.isOver()).toBe(true);
    let others = 0;
    setImmediate(() => (others += 1));
    await turns.end();
    expect([others, turns.isOver()]).toEqual([1, false]);
    now = 11;
    expect(turns.isOver()).toBe(true);
  });

  it("gives all values in their order, and lets others run between them", async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 0);
    const seen: number[] = [];
    for await (const value of inTurns(Array.from({ length: 40 }, (_, at) => at))) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      seen.push(value);
    }
    clearInterval(timer);
    expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(others).toBeGreaterThan(1);
  });

  it("goes through a work in steps, answers its result and hands on its fault", async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 0);
    function* work(isSound: boolean) {
      for (let step = 0; step < 40; step += 1) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield;
      }
      if (!isSound) throw new RangeError("the level is missing");
      return "done";
    }
    expect(await stepsInTurns(work(true))).toBe("done");
    await expect(stepsInTurns(work(false))).rejects.toThrow("the level is missing");
    clearInterval(timer);
    expect(others).toBeGreaterThan(1);
  });
});
