import { expect, test } from "vitest";
import { daysSince, elapsed } from "./elapsed.ts";

test("each unit begins where the one below it is full", () => {
  const at = (seconds: number) => elapsed(seconds * 1000);
  expect(at(59)).toEqual({ unit: "second", count: 59 });
  expect(at(60)).toEqual({ unit: "minute", count: 1 });
  expect(at(3599)).toEqual({ unit: "minute", count: 59 });
  expect(at(86_399)).toEqual({ unit: "hour", count: 23 });
  expect(at(30 * 86_400 - 1)).toEqual({ unit: "day", count: 29 });
  expect(at(364 * 86_400)).toEqual({ unit: "month", count: 12 });
  expect(at(730 * 86_400)).toEqual({ unit: "year", count: 2 });
});

test("a clock that runs behind never gives a negative time", () => {
  expect(elapsed(-5000)).toEqual({ unit: "second", count: 0 });
  expect(daysSince("2030-01-02T00:00:00Z", Date.parse("2030-01-01T00:00:00Z"))).toBe(0);
});
