import { expect, test } from "vitest";
import { dayAfterKey, dueDays, monthOf, monthWeeks, nextMonth } from "./due-calendar.ts";

test("a month has whole weeks from Monday, with each of its days once", () => {
  // By the calendar on the wall: 1 November 2026 is a Sunday, 1 February 2027 is a Monday of four whole weeks.
  expect(monthWeeks("2026-11").map(([first]) => first)).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(monthWeeks("2027-02")).toHaveLength(4);
  for (let month = "2023-12"; month < "2029-01"; month = nextMonth(month, 1)) {
    const days = monthWeeks(month).flat();
    const [year = 0, number = 0] = month.split("-").map(Number);
    const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
    expect(days.filter((day) => monthOf(day) === month)).toHaveLength(count);
    expect(new Set(days).size).toBe(days.length);
    expect(monthWeeks(month).every((week) => week.length === 7)).toBe(true);
    expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1);
  }
});

test("the keys walk through days, weeks and months", () => {
  const keys = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "a",
  ];
  expect(keys.map((key) => dayAfterKey("2026-12-31", key))).toEqual([
    "2026-12-30",
    "2027-01-01",
    "2026-12-24",
    "2027-01-07",
    "2026-12-28",
    "2027-01-03",
    "2026-11-30",
    "2027-01-31",
    null,
  ]);
  expect(nextMonth("2026-12", 1)).toBe("2027-01");
  expect(nextMonth("2026-01", -1)).toBe("2025-12");
});

test("each thing is on its day, or among those without one; late ones are counted", () => {
  const things = [
    { id: 1, day: "2026-12-02", late: false },
    { id: 2, day: null, late: false },
    { id: 3, day: "2026-11-02", late: true },
    { id: 4, day: "2026-11-02", late: false },
  ];
  const due = dueDays(
    things,
    ({ day }) => day,
    ({ late }) => late,
  );
  expect([...due.byDay].map(([day, ones]) => [day, ones.map(({ id }) => id)])).toEqual([
    ["2026-12-02", [1]],
    ["2026-11-02", [3, 4]],
  ]);
  expect([...due.lateOn]).toEqual([["2026-11-02", 1]]);
  expect([due.late, due.without].map((ones) => ones.map(({ id }) => id))).toEqual([[3], [2]]);
});

test("10,000 things are gone through once, whatever is shown", () => {
  const reads = { day: 0, late: 0 };
  const things = Array.from(
    { length: 1e4 },
    (_, at) => `2026-12-${String((at % 28) + 1).padStart(2, "0")}`,
  );
  dueDays(
    things,
    (day) => {
      reads.day += 1;
      return day;
    },
    () => {
      reads.late += 1;
      return false;
    },
  );
  expect(reads).toEqual({ day: 1e4, late: 1e4 });
});
