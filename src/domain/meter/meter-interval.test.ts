import { expect, it } from "vitest";
import { readMeterTable } from "./meter-table.ts";
import type { MeterFacts } from "./read-meter.ts";

// 13 March 2026, 11:00 at the plant (UTC-3).
const now = Date.parse("2026-03-13T14:00:00Z");
const facts: MeterFacts = {
  values: "energy",
  stamp: "begin",
  unit: "kWh",
  given_zone: "America/Santiago",
  plant_zone: "America/Santiago",
  nominal_capacity: 10,
  now,
};
function read(lines: readonly string[], other: Partial<MeterFacts> = {}) {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const { read: table, problems } = readMeterTable(bytes, { ...facts, ...other });
  expect(problems).toEqual([]);
  return table!;
}
const months = (...kwh: readonly number[]) => [
  "month,A",
  ...kwh.map((one, at) => `2026-${String(at + 1).padStart(2, "0")},${one}`),
];

it("counts no month that goes on, and none of the future", () => {
  const { meters, last_month, notes } = read(months(70, 60, 40, 0, 0));
  expect(meters).toMatchObject([{ day: ["2026-01-01", "2026-02-01"], kwh: [70, 60] }]);
  // March has energy: the file was made after February.
  expect(last_month).toBeNull();
  expect(notes).toEqual([
    { reason: "meter_open_month", values: { month: "2026-03" } },
    { reason: "meter_future", values: { count: 2 } },
  ]);
});

it("asks whether the last month was over when the file was made, and leaves it out on demand", () => {
  const april = { now: Date.parse("2026-04-05T12:00:00Z") };
  expect(read(months(70, 60, 25), april)).toMatchObject({
    last_month: "2026-03",
    meters: [{ day: ["2026-01-01", "2026-02-01", "2026-03-01"] }],
    notes: [],
  });
  const { meters, notes } = read(months(70, 60, 25), { ...april, last_month: "part" });
  expect(meters).toMatchObject([{ kwh: [70, 60] }]);
  expect(notes).toEqual([{ reason: "meter_open_month", values: { month: "2026-03" } }]);
});

it("takes zeros before a future of zeros for a form, and other zeros for a plant that stood still", () => {
  const april = { now: Date.parse("2026-04-05T12:00:00Z") };
  const form = read(months(70, 60, 0, 0, 0), april);
  expect(form).toMatchObject({ last_month: "2026-02", meters: [{ kwh: [70, 60] }] });
  expect(form.notes).toEqual([
    { reason: "meter_open_month", values: { month: "2026-04" } },
    { reason: "meter_future", values: { count: 1 } },
    { reason: "meter_form", values: { count: 1, day: "2026-02-28" } },
  ]);
  const stood = read(months(70, 60, 0), april);
  expect(stood).toMatchObject({ last_month: "2026-03", meters: [{ kwh: [70, 60, 0] }] });
});

it("counts no day that goes on: today at the plant, not in UTC", () => {
  const days = ["date,A", "2026-03-11,5", "2026-03-12,6", "2026-03-13,2"];
  const { meters, last_month, notes } = read(days);
  expect([meters[0]!.day, last_month]).toEqual([["2026-03-11", "2026-03-12"], null]);
  expect(notes).toEqual([{ reason: "meter_open_day", values: { day: "2026-03-13" } }]);
  // 01:00 in UTC is still the evening of the day before.
  const evening = read(days, { now: Date.parse("2026-03-14T01:00:00Z") });
  expect(evening.meters[0]!.day).toHaveLength(2);
  expect(read(days, { now: Date.parse("2026-03-14T03:00:00Z") }).meters[0]!.day).toHaveLength(3);
});

it("counts instants that have passed, by their end", () => {
  const hours = [
    "time,A",
    ...["09:00,1", "10:00,1", "11:00,1", "12:00,1"].map((h) => `2026-03-13 ${h}`),
  ];
  const begin = read(hours);
  expect(begin.meters).toMatchObject([{ kwh: [2] }]);
  expect(begin.notes).toEqual([{ reason: "meter_future", values: { count: 2 } }]);
  expect(read(hours, { stamp: "end" }).meters).toMatchObject([{ kwh: [3] }]);
});

it("counts of a counter what was read", () => {
  const readings = [
    "date,A",
    "2026-03-11,100",
    "2026-03-12,105",
    "2026-03-13,111",
    "2026-03-14,111",
  ];
  const begin = read(readings, { values: "counter" });
  expect(begin.meters).toMatchObject([{ day: ["2026-03-11", "2026-03-12"], kwh: [5, 6] }]);
  const end = read(readings, { values: "counter", stamp: "end" });
  expect(end.meters).toMatchObject([{ day: ["2026-03-12"], kwh: [5] }]);
});
