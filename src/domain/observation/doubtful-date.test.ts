import { expect, it } from "vitest";
import { dateDoubt } from "./doubtful-date.ts";

const now = Date.UTC(2026, 10, 28, 12);

it.each([
  ["1970-01-01T00:00:00Z", "old"],
  ["1999-12-31T23:59:59Z", "old"],
  ["2000-01-01T00:00:00Z", null],
  ["2026-11-28T12:00:00Z", null],
  ["2026-11-29T11:59:00Z", null],
  ["2026-11-29T12:01:00Z", "future"],
  ["2030-05-01T08:00:00Z", "future"],
  ["", null],
  ["yesterday", null],
] as const)("%s: %s", (observed_at, doubt) => {
  expect(dateDoubt(observed_at, now)).toBe(doubt);
});
