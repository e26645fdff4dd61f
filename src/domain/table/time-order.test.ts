import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isKnownZone } from "../plant/plant-time.ts";
import { tableInstant } from "./table-time.ts";
import {
  dateOrderOf,
  dayAndClock,
  haveClocks,
  headZone,
  isoTime,
  joinedTime,
} from "./time-order.ts";

const zone = "America/Santiago";

describe("a zone that is an offset", () => {
  // By hand: 10:00 in India is 04:30 in UTC.
  it.each([
    ["Time (UTC+05:30)", "2026-03-13T04:30:00.000Z"],
    ["Time (UTC-3:30)", "2026-03-13T13:30:00.000Z"],
    ["Time (UTC+14)", "2026-03-12T20:00:00.000Z"],
    ["Time (UTC-12)", "2026-03-13T22:00:00.000Z"],
  ])("of the head %j gives the instant", (head, instant) => {
    const own = headZone(head)!;
    expect(isKnownZone(own)).toBe(true);
    expect(tableInstant("2026-03-13 10:00", own)).toBe(instant);
  });

  it("needs no program that knows such zones: those of Node 20 do not", () => {
    const known = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(() => {
      throw new RangeError("Invalid time zone specified: +05:45");
    });
    try {
      const own = headZone("Time (UTC+05:45)")!;
      expect(tableInstant("2026-03-13 10:00", own)).toBe("2026-03-13T04:15:00.000Z");
      expect(isKnownZone(own)).toBe(true);
    } finally {
      known.mockRestore();
    }
  });

  it.each(["Time (UTC-13)", "Time (UTC-14)", "Time (UTC-12:30)", "Time (UTC+14:30)"])(
    "is none in %j: no clock is so far from UTC",
    (head) => {
      expect(headZone(head)).toBeUndefined();
    },
  );
});

describe("times that count from 1970", () => {
  it.each([
    ["1773403200", "2026-03-13T12:00:00.000Z"],
    ["1773403200000", "2026-03-13T12:00:00.000Z"],
    ["1773403200.0", "2026-03-13T12:00:00.000Z"],
  ])("are read: %s", (text, instant) => {
    expect(isoTime(text, null)).toBe(instant);
    expect(Date.parse(tableInstant(text, zone) as string)).toBe(Date.parse(instant));
  });

  it.each(["2026031310", "20260313", "177340320", "9999999999999"])("are not %s", (text) => {
    expect(isoTime(text, null)).toBe(text);
  });
});

describe("the order of day and month", () => {
  it.each([
    [["03/04/2026 10:00", "13/04/2026 10:00"], "dmy"],
    [["03/04/2026", "03/13/2026"], "mdy"],
    [["13.03.2026", "1.4.2026 9:05"], "dmy"],
    [["03.04.2026"], "dmy"],
    [["03/04/2026"], null],
    [["13/04/2026", "04/13/2026"], null],
    [["2026-03-04", "x"], null],
  ] as const)("of %j is %s", (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });

  it.each([
    ["13/03/2026 9:05", "dmy", "2026-03-13 09:05"],
    ["3/13/2026 12:05:30 AM", "mdy", "2026-03-13 00:05:30"],
    ["3/13/2026 12:05 p. m.", "mdy", "2026-03-13 12:05"],
    ["3/13/2026, 1:05 PM", "mdy", "2026-03-13 13:05"],
    ["13.03.2026", "dmy", "2026-03-13"],
    ["2026/3/4 9:05", null, "2026-03-04 09:05"],
    ["2026-03-04T10:00:00Z", "mdy", "2026-03-04 10:00:00Z"],
    // The same day in both orders.
    ["05/05/2026", null, "2026-05-05"],
    ["13/03/2026 13:05 PM", "dmy", "2026-03-13 NaN:05"],
    ["2026.06.01 12:00", null, "2026-06-01 12:00"],
    ["01-Jun-2026 12:00", null, "2026-06-01 12:00"],
    ["1 de junio de 2026", null, "2026-06-01"],
    ["01 ene. 2026 9:05", null, "2026-01-01 09:05"],
    ["5/dez/2026 23:59:59", null, "2026-12-05 23:59:59"],
    ["1. M\u00e4rz 2026 07:00", null, "2026-03-01 07:00"],
    ["09-Mai-2026", null, "2026-05-09"],
    ["Jun 1, 2026 1:05 PM", null, "2026-06-01 13:05"],
    ["01JUN2026:12:00:00", null, "2026-06-01 12:00:00"],
    ["1 Foo 2026", null, "1 Foo 2026"],
  ] as const)("makes %j (%s) %s", (text, order, iso) => {
    expect(isoTime(text, order)).toBe(iso);
  });

  it("has a year of two digits refused with its own reason, in each notation", () => {
    for (const value of ["13/03/26 10:00", "13.03.26", "01-Jun-26 12:00"]) {
      expect(isoTime(value, "dmy")).toEqual({ reason: "table_date_year", values: { value } });
    }
    expect(dateOrderOf(["13/03/26"])).toBeNull();
  });

  it("reads each month by its name in four languages, as the calendar of this machine writes it", () => {
    for (const language of ["en", "es", "pt", "de"]) {
      for (let month = 0; month < 12; month += 1) {
        const day = new Date(Date.UTC(2026, month, 15));
        const wanted = day.toISOString().slice(0, 10);
        for (const style of ["long", "short"] as const) {
          const word = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" }).format(
            day,
          );
          expect(isoTime(`15 ${word} 2026`, null), `${language} ${word}`).toBe(wanted);
        }
      }
    }
  });

  it("is asked for where no day proves it", () => {
    expect(tableInstant("03/04/2026 10:00", zone)).toEqual({
      reason: "table_date_order",
      values: { value: "03/04/2026 10:00" },
    });
  });

  it("gives the instant that was written, in each notation", () => {
    const instants = fc.integer({
      min: Date.UTC(2001, 0, 1) / 60_000,
      max: Date.UTC(2039, 0, 1) / 60_000,
    });
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom("dmy", "mdy"),
        fc.boolean(),
        (minute, order, isHalf) => {
          const date = new Date(minute * 60_000);
          const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
          const [hour, rest] = [date.getUTCHours(), String(date.getUTCMinutes()).padStart(2, "0")];
          const half = isHalf ? ` ${hour < 12 ? "AM" : "PM"}` : "";
          const clock = `${isHalf ? hour % 12 || 12 : hour}:${rest}${half}`;
          const first = order === "dmy" ? `${day}/${month}` : `${month}/${day}`;
          const read = tableInstant(
            `${first}/${date.getUTCFullYear()} ${clock}`,
            "UTC",
            order as "dmy",
          );
          expect(read).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe("a column in which a spreadsheet swapped day and month", () => {
  // By hand: opened where the month stands first, the 3rd of June becomes the 6th of March; the 13th stays a text.
  it.each([
    [["2026-03-06 12:00:00", "13/06/2026 12:00"]],
    [["06/13/2026", "2026-06-03"]],
    [["2026-01-06", "13-06-2026", "2026-02-06"]],
  ])("is refused row by row: %j", (texts) => {
    const order = dateOrderOf(texts);
    for (const value of texts) {
      expect(isoTime(value, order)).toEqual({ reason: "table_date_swapped", values: { value } });
    }
  });

  it("has no stored day after the 12th, and a text after it", () => {
    expect(dateOrderOf(["2026-06-14", "13/06/2026"])).toBe("dmy");
    expect(dateOrderOf(["2026-06-03", "03/06/2026"])).toBeNull();
    expect(dateOrderOf(["2026-06-03", "total", "2026-06-04"])).toBeNull();
  });
});

it("an hour that the clocks skip is none", () => {
  expect(tableInstant("2026-09-06 00:30", zone)).toMatchObject({ reason: "meter_time_skipped" });
});

it.each([
  ["Time (UTC)", "UTC"],
  ["Time (UTC-3)", "Etc/GMT+3"],
  ["fecha GMT+01:00", "Etc/GMT-1"],
  ["time_utc", "UTC"],
  ["Time [UTC+05:30]", "+05:30"],
  ["Time (UTC\u22123)", "Etc/GMT+3"],
  ["Time (UTC\u20133)", "Etc/GMT+3"],
  ["Time (UTC/GMT -3)", "Etc/GMT+3"],
  ["Time (UTC) [5 min]", "UTC"],
  ["Time (UTC, 5 min)", undefined],
  ["Time (UTC 15 min)", undefined],
  ["Time (UTC 12)", undefined],
  ["Time (UTC.3)", undefined],
  ["Time (UTC offset -3 h)", undefined],
  ["Time (UTC-3, 15 min)", undefined],
  ["Time (UTC+99)", undefined],
  ["Time (local)", undefined],
  ["Execution", undefined],
])("the zone in %j is %s", (head, wanted) => {
  expect(headZone(head)).toBe(wanted);
});

it("a day alone among times is its midnight, and is none where no time has a clock", () => {
  expect(tableInstant("2026-06-01", zone, null, haveClocks(["2026-06-01 00:15:00"]))).toBe(
    "2026-06-01T04:00:00.000Z",
  );
  expect(tableInstant("2026-06-01", zone, null, haveClocks(["2026-06-02"]))).toMatchObject({
    reason: "condition_time_bad",
  });
});

it("a day and a clock in two columns are one time", () => {
  expect(dayAndClock(["fecha", "x", "hora"])).toEqual({ day: 0, clock: 2 });
  expect(dayAndClock(["timestamp", "time"])).toBeNull();
  expect(joinedTime("2026-03-01", "10:00")).toBe("2026-03-01 10:00");
  expect(joinedTime("x", "2026-03-01 10:00")).toBe("2026-03-01 10:00");
  expect(joinedTime("2026-03-01 00:00:00", "10:00")).toBe("2026-03-01 10:00");
});
