// Times of metered energy: midnights of sheets, days by their midnight, hours that the clock shows twice, latest rows first.
import { describe, expect, it } from "vitest";
import { readMeterTable } from "./meter-table.ts";
import type { MeterFacts } from "./read-meter.ts";

const zone = "America/Santiago";
const facts: MeterFacts = {
  values: "energy",
  stamp: "begin",
  unit: undefined,
  given_zone: zone,
  plant_zone: zone,
  nominal_capacity: 10,
  now: Date.parse("2027-01-01T00:00:00Z"),
};
function days(lines: readonly string[], other: Partial<MeterFacts> = {}) {
  const text = new TextEncoder().encode(lines.join("\n"));
  const { read, problems } = readMeterTable(text, { ...facts, ...other });
  expect(problems).toEqual([]);
  expect(read!.notes).toEqual([]);
  return read!.meters[0]!;
}
/** A year of quarter-hours has many: those of one day and the midnight after it, as a sheet shows them. */
const quarters = (midnight: string) =>
  Array.from({ length: 97 }, (_, at) => {
    const clock = new Date(Date.UTC(2026, 5, 1) + at * 900_000).toISOString().slice(0, 19);
    const isMidnight = clock.endsWith("00:00:00");
    return `${isMidnight ? clock.slice(0, 10) + midnight : clock.replace("T", " ")},1`;
  });

describe("a midnight among times", () => {
  it.each(["", " 00:00", " 00:00:00"])("is read as written with %j", (midnight) => {
    const found = days(["time,A (kWh)", ...quarters(midnight)]);
    expect(found).toMatchObject({ day: ["2026-06-01", "2026-06-02"], kwh: [96, 1] });
    expect(found.covered[0]).toBeCloseTo(1, 9);
  });
});

describe("days that are written as their midnights", () => {
  const lines = [
    "time,A (MWh)",
    "2026-09-05 00:00:00,1",
    "2026-09-06 00:00:00,2",
    "2026-09-07 00:00:00,3",
  ];

  it("are days of the plant, that of 23 hours too", () => {
    expect(days(lines)).toMatchObject({
      day: ["2026-09-05", "2026-09-06", "2026-09-07"],
      kwh: [1000, 2000, 3000],
      covered: [1, 1, 1],
    });
  });

  it("may be the ends of the days before", () => {
    expect(days(lines, { stamp: "end" }).day).toEqual(["2026-09-04", "2026-09-05", "2026-09-06"]);
    // A bare day is that day, whatever ends with it.
    expect(days(["date,A (MWh)", "2026-09-05,1", "2026-09-06,2"], { stamp: "end" }).day).toEqual([
      "2026-09-05",
      "2026-09-06",
    ]);
  });

  it("are instants in another zone", () => {
    const utc = days(["time (UTC),A (MWh)", ...lines.slice(1)]);
    expect(utc.day[0]).toBe("2026-09-04");
    expect(utc.kwh[0]).toBeCloseTo(1000 / 6, 6);
  });

  it("have the difference of two readings of a counter, whichever end is stated", () => {
    const counter = ["time,A (kWh)", "2026-06-01 00:00,100", "2026-06-02 00:00,130"];
    for (const stamp of ["begin", "end"] as const) {
      expect(days(counter, { values: "counter", stamp })).toMatchObject({
        day: ["2026-06-01"],
        kwh: [30],
      });
    }
  });

  it("are months where they are a month apart", () => {
    const months = [
      "time,A (MWh)",
      "2026-02-01 00:00,5",
      "2026-03-01 00:00,6",
      "2026-04-01 00:00,7",
    ];
    expect(days(months, { stamp: "end" })).toMatchObject({
      day: ["2026-01-01", "2026-02-01", "2026-03-01"],
      days: [31, 28, 31],
    });
  });
});

describe("the hour that the clock shows twice", () => {
  // In Chile 23:00 comes twice on 4 April 2026.
  const rows = ["04 22:00", "04 22:30", "04 23:00", "04 23:30", "04 23:00", "04 23:30", "05 00:00"];

  it("follows from the rows before, where the first column is blank too", () => {
    const wide = ["time,A (kWh),B (kWh)", ...rows.map((time) => `2026-04-${time},,1`)];
    expect(days(wide)).toMatchObject({ name: "B", day: ["2026-04-04", "2026-04-05"], kwh: [6, 1] });
  });

  it("follows from the rows in a file with the latest row first, whose counter climbs", () => {
    const back = rows.map((time, at) => `2026-04-${time},${100 + at * 2}`).toReversed();
    const { day, kwh } = days(["time,A (kWh)", ...back], { values: "counter" });
    expect([day, kwh]).toEqual([["2026-04-04"], [12]]);
  });
});
