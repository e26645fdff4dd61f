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

  it("give the day in UTC and in the local time zone", () => {
    expect(utcDay(new Date("2026-11-21T23:30:00-05:00"))).toBe("2026-11-22");
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });

  it("repeat a period by whole months, or by its days", () => {
    expect(samePeriodFrom("2027-01-01", "2026-01-01", "2026-12-31")).toBe("2027-12-31");
    expect(samePeriodFrom("2028-01-01", "2027-01-01", "2027-12-31")).toBe("2028-12-31");
    expect(samePeriodFrom("2026-03-01", "2026-02-01", "2026-02-28")).toBe("2026-03-31");
    expect(samePeriodFrom("2026-01-11", "2026-01-01", "2026-01-10")).toBe("2026-01-20");
  });
});
