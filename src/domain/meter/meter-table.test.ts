import { describe, expect, it } from "vitest";
import { meterColumn } from "./meter-head.ts";
import { readMeterTable } from "./meter-table.ts";
import type { MeterFacts } from "./read-meter.ts";

const facts: MeterFacts = {
  values: "energy",
  stamp: "begin",
  unit: undefined,
  given_zone: "America/Santiago",
  plant_zone: "America/Santiago",
  nominal_capacity: 10,
  now: Date.parse("2027-01-01T00:00:00Z"),
};
const read = (lines: readonly string[], other: Partial<MeterFacts> = {}) =>
  readMeterTable(new TextEncoder().encode(lines.join("\n")), { ...facts, ...other });
const days = (lines: readonly string[], other: Partial<MeterFacts> = {}) => {
  const { read: table, problems } = read(lines, other);
  expect(problems).toEqual([]);
  return table!;
};
const reasons = (lines: readonly string[], other: Partial<MeterFacts> = {}) =>
  read(lines, other).problems.map(({ reason, line, field }) => [
    reason,
    line ?? null,
    field ?? null,
  ]);

describe("a table of metered energy", () => {
  it("has a column a meter, whose head may name the unit", () => {
    expect(meterColumn("INV 3 (kWh)")).toEqual({ name: "INV 3", unit: "kWh" });
    expect(meterColumn("inv3_mwh")).toEqual({ name: "inv3", unit: "MWh" });
    expect(meterColumn("Loop 12 [MWh]")).toEqual({ name: "Loop 12", unit: "MWh" });
    expect(meterColumn("kWh")).toEqual({ name: "kWh", unit: null });
    const { meters, interval_minutes } = days([
      "time;A (kWh);B [MWh]",
      "2026-03-01 10:00;1,5;0,002",
      "2026-03-01 10:15;2,5;0,001",
      "2026-03-01 10:30;;0,001",
    ]);
    expect(interval_minutes).toBe(15);
    expect(meters).toMatchObject([
      { name: "A", day: ["2026-03-01"], kwh: [4] },
      { name: "B", day: ["2026-03-01"], kwh: [4] },
    ]);
    // 30 and 45 minutes of 24 hours.
    expect(meters.map(({ covered }) => covered[0])).toEqual([
      expect.closeTo(0.5 / 24, 9),
      expect.closeTo(0.75 / 24, 9),
    ]);
  });

  it("may name the meter in a column, and mean power in place of energy", () => {
    const { meters } = days(
      [
        "timestamp,meter,value (kW)",
        "2026-03-01T10:00:00Z,A,4",
        "2026-03-01T10:00:00Z,B,8",
        "2026-03-01T10:15:00Z,A,4",
        "2026-03-01T10:15:00Z,B,n/a",
        "2026-03-01T10:30:00Z,B,2",
      ],
      { values: "power", given_zone: undefined },
    );
    expect(meters.map(({ name, kwh }) => [name, kwh])).toEqual([
      ["A", [2]],
      ["B", [2.5]],
    ]);
  });

  it("counts the differences of a counter, and leaves out where it started over", () => {
    const { meters, notes } = days(
      [
        "time,A (kWh)",
        "2026-03-01 10:00,100",
        "2026-03-01 11:00,103",
        "2026-03-01 12:00,104",
        "2026-03-01 13:00,2",
        "2026-03-01 14:00,7",
      ],
      { values: "counter" },
    );
    expect(meters[0]).toMatchObject({ kwh: [9] });
    expect(meters[0]!.covered[0]).toBeCloseTo(3 / 24, 9);
    expect(notes).toEqual([{ reason: "meter_reset", field: "A", values: { count: 1 } }]);
  });

  it("does not divide what a counter says after days without a reading", () => {
    const lines = ["time,A (kWh)"];
    for (const hour of ["01 10", "01 11", "01 12", "04 12", "04 13"]) {
      lines.push(`2026-03-${hour}:00,${lines.length * 10}`);
    }
    expect(days(lines, { values: "counter" }).meters[0]).toMatchObject({
      day: ["2026-03-01", "2026-03-04"],
      kwh: [20, 10],
    });
  });

  it("has the day at the plant, of intervals by their begin or their end", () => {
    const lines = [
      "time,A (kWh)",
      "2026-03-01 23:00,1",
      "2026-03-02 00:00,2",
      "2026-03-02 01:00,4",
    ];
    expect(days(lines).meters[0]).toMatchObject({ day: ["2026-03-01", "2026-03-02"], kwh: [1, 6] });
    expect(days(lines, { stamp: "end" }).meters[0]).toMatchObject({
      day: ["2026-03-01", "2026-03-02"],
      kwh: [3, 4],
    });
    const utc = ["time (UTC),A (kWh)", "2026-03-02 02:00,1", "2026-03-02 03:00,2"];
    expect(days(utc).meters[0]).toMatchObject({ day: ["2026-03-01", "2026-03-02"], kwh: [1, 2] });
  });

  it("tells the hour that the clock shows twice by the order of the rows, and refuses the one that it skips", () => {
    // In Chile the clocks went back on 5 April 2026 at 00:00 of summer time: 23:00 comes twice on the 4th.
    const autumn = ["time,A (kWh)"];
    for (const clock of ["04 22", "04 23", "04 23", "05 00"]) autumn.push(`2026-04-${clock}:00,1`);
    expect(days(autumn).meters[0]).toMatchObject({
      day: ["2026-04-04", "2026-04-05"],
      kwh: [3, 1],
    });
    expect(reasons(["time,A (kWh)", "2026-09-06 00:30,1", "2026-09-06 01:30,1"])).toEqual([
      ["meter_time_skipped", 2, null],
    ]);
  });

  it("takes the decimal sign that a person states where the numbers do not show it", () => {
    const lines = ["time;A (kWh)", "2026-03-01 10:00;1.500", "2026-03-01 11:00;2.500"];
    expect(days(lines, { decimal: "." }).meters[0]).toMatchObject({ kwh: [4] });
    expect(days(lines, { decimal: "," }).meters[0]).toMatchObject({ kwh: [4000] });
  });

  it("may be by days or months", () => {
    expect(days(["date,A (MWh)", "2026-03-01,1", "2026-03-02,2"]).meters[0]).toMatchObject({
      day: ["2026-03-01", "2026-03-02"],
      days: [1, 1],
      kwh: [1000, 2000],
      covered: [1, 1],
    });
    const months = days(["date,A (MWh)", "2026-01,100", "2026-02,90", "2026-03,110"]);
    expect(months.interval_minutes).toBeNull();
    expect(months.meters[0]).toMatchObject({
      day: ["2026-01-01", "2026-02-01", "2026-03-01"],
      days: [31, 28, 31],
      covered: [1, 1, 1],
    });
  });

  it.each<[string, readonly string[], Partial<MeterFacts>, readonly unknown[]]>([
    ["no unit", ["time,A", "2026-03-01 10:00,1"], {}, ["meter_unit", 1, "A"]],
    [
      "power for energy",
      ["time,A (kW)", "2026-03-01 10:00,1"],
      {},
      ["meter_unit_kind", 1, "A (kW)"],
    ],
    ["no times", ["when,A (kWh)", "x,1"], {}, ["meter_time_missing", 1, null]],
    [
      "times without a zone",
      ["time,A (kWh)", "2026-03-01 10:00,1"],
      { given_zone: undefined },
      ["condition_time_zone", 2, null],
    ],
    [
      "a time twice",
      ["time,A (kWh)", "2026-03-01 10:00,1", "2026-03-01 11:00,1", "2026-03-01 11:00,1"],
      {},
      ["meter_time_twice", 4, "A"],
    ],
    [
      "intervals that overlap",
      [
        "time,A (kWh)",
        ...["10:00", "11:00", "12:00", "12:30"].map((clock) => `2026-03-01 ${clock},1`),
      ],
      {},
      ["meter_overlap", 5, "A"],
    ],
    [
      "no number",
      ["time,A (kWh)", "2026-03-01 10:00,1", "2026-03-01 11:00,one"],
      {},
      ["meter_no_number", 3, "A"],
    ],
    [
      "what may be thousands or decimals",
      ["time;A (kWh)", "2026-03-01 10:00;1.500", "2026-03-01 11:00;2.500"],
      {},
      ["number_ambiguous", 2, "A"],
    ],
    [
      "more than the plant can deliver",
      ["time,A (MWh)", "2026-03-01 10:00,1", "2026-03-01 11:00,900"],
      {},
      ["meter_too_much", 3, "A"],
    ],
    [
      "much energy below zero",
      ["time,A (kWh)", "2026-03-01 10:00,1", "2026-03-01 11:00,-4000"],
      {},
      ["meter_negative", 3, "A"],
    ],
    ["one row", ["time,A (kWh)", "2026-03-01 10:00,1"], {}, ["meter_one_row", null, null]],
    [
      "months beside times",
      ["time,A (kWh)", "2026-03-01 10:00,1", "2026-04,1"],
      {},
      ["meter_time_mixed", 3, null],
    ],
    ["two meters of one name", ["time,A (kWh),A (kWh)"], {}, ["meter_twice", 1, null]],
  ])("is refused with its line for %s", (_, lines, other, expected) => {
    expect(reasons(lines, other)[0]).toEqual(expected);
  });
});
