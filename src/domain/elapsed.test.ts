import * as fc from "fast-check";
import { expect, test } from "vitest";
import { daysSince, elapsed } from "./elapsed.ts";

const at = (seconds: number) => elapsed(seconds * 1000);

test("each unit begins where the one below it is full", () => {
  for (const [seconds, unit, count] of [
    [0, "second", 0],
    [1, "second", 1],
    [59, "second", 59],
    [60, "minute", 1],
    [3599, "minute", 59],
    [3600, "hour", 1],
    [86_399, "hour", 23],
    [86_400, "day", 1],
    [30 * 86_400 - 1, "day", 29],
    [30 * 86_400, "month", 1],
    [364 * 86_400, "month", 12],
    [365 * 86_400, "year", 1],
    [730 * 86_400, "year", 2],
  ] as const) {
    expect(at(seconds), `${seconds} s`).toEqual({ unit, count });
  }
});

test("only whole units count", () => {
  expect(elapsed(1999)).toEqual({ unit: "second", count: 1 });
  expect(elapsed(59_999)).toEqual({ unit: "second", count: 59 });
  fc.assert(
    fc.property(fc.integer({ min: 3600, max: 86_399 }), fc.nat({ max: 999 }), (seconds, ms) => {
      const hours = new Date(seconds * 1000).getUTCHours();
      expect(elapsed(seconds * 1000 + ms)).toEqual({ unit: "hour", count: hours });
    }),
  );
});

test("days are counted once they are full", () => {
  const now = Date.parse("2030-01-02T00:00:00Z");
  expect(daysSince("2030-01-01T00:00:00Z", now)).toBe(1);
  expect(daysSince("2030-01-01T00:00:00.001Z", now)).toBe(0);
  expect(daysSince("2029-01-02T00:00:00Z", now)).toBe(365);
});

test("a clock that runs behind never gives a negative time", () => {
  expect(elapsed(-5000)).toEqual({ unit: "second", count: 0 });
  expect(daysSince("2030-01-02T00:00:00Z", Date.parse("2030-01-01T00:00:00Z"))).toBe(0);
});
