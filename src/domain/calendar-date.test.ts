import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  calendarDateShape,
  daysBetween,
  localDay,
  samePeriodFrom,
  utcDay,
} from "./calendar-date.ts";

describe("calendar dates", () => {
  it("are days that exist", () => {
    for (const day of ["2026-02-28", "2028-02-29"]) {
      expect(calendarDateShape.safeParse(day).success).toBe(true);
    }
    for (const day of ["2026-02-29", "2026-13-01", "2026-1-1", "01.02.2026", ""]) {
      expect(calendarDateShape.safeParse(day).success, day).toBe(false);
    }
  });

  it("are added without time zones", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
    expect(daysBetween("2027-01-01", "2026-01-01")).toBe(-365);
    expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
    expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  });

  it("are counted one by one", () => {
    // Days from 1999 to 2005, with a leap year among them, as a calendar counts them.
    const lengths = (year: number) =>
      [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
    const two = (part: number) => String(part).padStart(2, "0");
    const days = [1999, 2000, 2001, 2002, 2003, 2004, 2005].flatMap((year) =>
      lengths(year).flatMap((length, month) =>
        Array.from({ length }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
      ),
    );
    const index = fc.nat({ max: days.length - 1 });
    fc.assert(
      fc.property(index, index, (from, to) => {
        expect(daysBetween(days[from]!, days[to]!)).toBe(to - from);
        expect(addDays(days[from]!, to - from)).toBe(days[to]);
      }),
    );
    fc.assert(
      fc.property(index, fc.integer({ min: -40, max: 40 }), (from, months) => {
        const [year, month, day] = days[from]!.split("-").map(Number) as [number, number, number];
        let [laterYear, laterMonth] = [year, month + months];
        for (; laterMonth > 12; laterMonth -= 12) laterYear += 1;
        for (; laterMonth < 1; laterMonth += 12) laterYear -= 1;
        const last = lengths(laterYear)[laterMonth - 1]!;
        expect(addMonths(days[from]!, months)).toBe(
          `${laterYear}-${two(laterMonth)}-${two(Math.min(day, last))}`,
        );
      }),
    );
  });

  it("give the day in UTC and in the local time zone", () => {
    expect(utcDay(new Date("2026-11-21T23:30:00-05:00"))).toBe("2026-11-22");
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
    expect(localDay(new Date(2026, 10, 21))).toBe("2026-11-21");
    const early = new Date(2026, 11, 31);
    early.setFullYear(987);
    expect(localDay(early)).toBe("0987-12-31");
  });

  it("repeat a period by whole months, or by its days", () => {
    expect(samePeriodFrom("2027-01-01", "2026-01-01", "2026-12-31")).toBe("2027-12-31");
    expect(samePeriodFrom("2028-01-01", "2027-01-01", "2027-12-31")).toBe("2028-12-31");
    expect(samePeriodFrom("2026-03-01", "2026-02-01", "2026-02-28")).toBe("2026-03-31");
    expect(samePeriodFrom("2026-01-11", "2026-01-01", "2026-01-10")).toBe("2026-01-20");
    // A contract year that begins within a month, and two of them.
    expect(samePeriodFrom("2027-03-15", "2026-03-15", "2027-03-14")).toBe("2028-03-14");
    expect(samePeriodFrom("2028-06-01", "2026-06-01", "2028-05-31")).toBe("2030-05-31");
    // From one year to the next, but fewer months than that.
    expect(samePeriodFrom("2026-02-01", "2025-11-01", "2026-01-31")).toBe("2026-04-30");
    // A day more than a month, a day less, and a single day.
    expect(samePeriodFrom("2026-03-01", "2026-01-01", "2026-02-01")).toBe("2026-04-01");
    expect(samePeriodFrom("2026-02-01", "2026-01-01", "2026-01-30")).toBe("2026-03-02");
    expect(samePeriodFrom("2026-02-01", "2026-01-31", "2026-01-31")).toBe("2026-02-01");
  });
});
