import { expect, test } from "vitest";
import { isDigestDue } from "./digest.ts";

const madrid = { zone: "Europe/Madrid", hour: 7 };
const due = (last: string, now: string, at = madrid) => isDigestDue(at, last, new Date(now));

test("a digest is due from its hour on, by the clock of the zone, once a day", () => {
  // 7 in the morning in Madrid is 6 in winter, and 5 in summer, by UTC.
  expect(due("2026-11-29T06:00:00Z", "2026-11-30T05:59:00Z")).toBe(false);
  expect(due("2026-11-29T06:00:00Z", "2026-11-30T06:00:00Z")).toBe(true);
  expect(due("2026-11-30T06:00:10Z", "2026-11-30T22:00:00Z")).toBe(false);
  expect(due("2026-07-01T05:00:10Z", "2026-07-02T04:59:00Z")).toBe(false);
  expect(due("2026-07-01T05:00:10Z", "2026-07-02T05:00:00Z")).toBe(true);
});

test("a day that a stopped server missed is made up for once", () => {
  expect(due("2026-11-20T06:00:10Z", "2026-11-30T12:00:00Z")).toBe(true);
  expect(due("2026-11-30T12:00:00Z", "2026-11-30T12:01:00Z")).toBe(false);
});

test("settings of this morning begin with the next hour that comes", () => {
  expect(due("2026-11-30T04:00:00Z", "2026-11-30T06:00:00Z")).toBe(true);
  expect(due("2026-11-30T08:00:00Z", "2026-11-30T09:00:00Z")).toBe(false);
});

test("on the day that skips or repeats an hour it comes once", () => {
  // The clocks go forward on 29 March 2026 at 2, and back on 25 October 2026 at 3.
  const night = { zone: "Europe/Madrid", hour: 2 };
  const times = (day: string) =>
    Array.from({ length: 24 }, (_, hour) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 1) * 3_600_000).toISOString(),
    );
  for (const day of ["2026-03-29", "2026-10-25"]) {
    let last = new Date(Date.parse(`${day}T00:00:00Z`) - 20 * 3_600_000).toISOString();
    let sent = 0;
    for (const now of times(day).slice(1)) {
      if (!due(last, now, night)) continue;
      sent += 1;
      last = now;
    }
    expect(sent).toBe(1);
  }
});
