import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDay } from "./calendar-date.ts";
import {
  daysOf,
  fixedDateRanges,
  isDayInRange,
  isInstantInRange,
  overlapsRange,
  yearsOf,
} from "./date-range.ts";

const today = "2026-03-01";

describe("a range of days", () => {
  it("has today as its last day and counts both ends", () => {
    expect(daysOf("last_7_days", today)).toEqual({ from: "2026-02-23", to: today });
    expect(daysOf("last_30_days", today)).toEqual({ from: "2026-01-31", to: today });
    expect(daysOf("last_90_days", today)).toEqual({ from: "2025-12-02", to: today });
    expect(daysOf("past_year", today)).toEqual({ from: "2025-03-02", to: today });
    // A year after the leap day.
    expect(daysOf("past_year", "2025-02-28")).toEqual({ from: "2024-02-29", to: "2025-02-28" });
    expect(daysOf("year_2025", today)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(daysOf("all_time", today)).toEqual({ from: null, to: null });
  });

  it.each([
    ["last_7_days", "2026-02-22", "2026-02-23"],
    ["last_30_days", "2026-01-30", "2026-01-31"],
    ["last_90_days", "2025-12-01", "2025-12-02"],
    ["past_year", "2025-03-01", "2025-03-02"],
    ["year_2026", "2025-12-31", "2026-01-01"],
  ] as const)("%s begins after %s", (range, before, first) => {
    expect([before, first].map((day) => isDayInRange(day, range, today))).toEqual([false, true]);
    expect(isDayInRange("2026-03-02", range, today)).toBe(range === "year_2026");
  });

  it("holds as many days as it says, counted one by one", () => {
    const lengths = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2001-01-01"), max: new Date("2099-01-01"), noInvalidDate: true }),
        fc.constantFrom("last_7_days" as const, "last_30_days" as const, "last_90_days" as const),
        (date, range) => {
          const end = localDay(date);
          let count = 0;
          for (let back = -3; back < 100; back += 1) {
            // Noon of each day, so that a change of the clock does not skip one.
            const at = new Date(date.getFullYear(), date.getMonth(), date.getDate() - back, 12);
            if (isDayInRange(localDay(at), range, end)) count += 1;
          }
          expect(count).toBe(lengths[range]);
        },
      ),
    );
  });

  it("takes the day on the calendar of the plant, from its first to its last minute", () => {
    // In Chile it is still the first of March when Japan has the second.
    const now = "2026-03-02T02:30:00Z";
    const isIn = (zone: string, at: string) => isInstantInRange(at, "last_7_days", { zone, now });
    const zone = "America/Santiago";
    const ends = ["2026-02-23T02:59:59Z", "2026-02-23T03:00:00Z", "2026-03-02T02:59:59Z"];
    expect(ends.map((at) => isIn(zone, at))).toEqual([false, true, true]);
    expect(isIn(zone, "2026-03-02T03:00:00Z")).toBe(false);
    expect(ends.map((at) => isIn("Asia/Tokyo", at))).toEqual([false, false, true]);
    expect(isIn("Asia/Tokyo", "2026-02-23T15:00:00Z")).toBe(true);
    expect(isInstantInRange("1999-01-01T00:00:00Z", "all_time", { zone, now })).toBe(true);
  });

  it("overlaps periods that share a day with it", () => {
    const range = "year_2025";
    expect(overlapsRange("2024-01-01", "2024-12-31", range, today)).toBe(false);
    expect(overlapsRange("2024-01-01", "2025-01-01", range, today)).toBe(true);
    expect(overlapsRange("2025-12-31", "2027-01-01", range, today)).toBe(true);
    expect(overlapsRange("2026-01-01", "2027-01-01", range, today)).toBe(false);
    expect(overlapsRange("2020-01-01", null, range, today)).toBe(true);
    expect(fixedDateRanges.map((one) => overlapsRange("2019-01-01", null, one, today))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("lists the years of days, the last one first", () => {
    expect(yearsOf(["2024-12-31", "2025-01-01", "2025-06-01"])).toEqual([2025, 2024]);
  });
});
