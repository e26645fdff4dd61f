import { expect, it } from "vitest";
import { conditionsOf } from "./condition-record.ts";
import { isConditionFile, readConditions } from "./survey-condition.ts";

const read = (text: string) => readConditions(new TextEncoder().encode(text));

it("reads the means of the survey and the temperatures of the fluid by component", () => {
  const { rows, problems } = read(
    "time;irradiance;wind;component;fluid\n2026-06-01T10:00:00Z;800;2,5;;\n2026-06-01T10:10:00+02:00;900;;L1;310\n",
  );
  expect(problems).toEqual([]);
  const conditions = conditionsOf(rows);
  expect(conditions.values.irradiance).toMatchObject({ mean: 850, count: 2 });
  expect(conditions.values.irradiance?.deviation).toBeCloseTo(70.71, 2);
  expect(conditions.values.wind).toEqual({ mean: 2.5, deviation: 0, count: 1 });
  expect(conditions.values.ambient).toBeUndefined();
  expect(conditions.fluid.get("L1")?.mean).toBe(310);
});

it.each([
  ["time,irradiance\n2026-06-01T10:00:00Z,2000\n", "condition_value_bad", 2, "irradiance"],
  ["time,wind\n2026-06-01T10:00:00Z,2\n2026-06-01T10:00:00Z,x\n", "condition_value_bad", 3, "wind"],
  ["time,wind\nyesterday,2\n", "condition_time_bad", 2, "time"],
  ["time,wind\n2026-06-01T10:00:00,2\n", "condition_time_zone", 2, "time"],
  ["time,wind\n2026-06-01T10:00:00+99:00,2\n", "condition_time_bad", 2, "time"],
  ['time,irradiance\n2026-06-01T10:00:00Z,"1,012"\n', "number_ambiguous", 2, "irradiance"],
  ["time,irradiance\n2026-06-01T10:00:00Z,812,5\n", "csv_field_count", 2, undefined],
  ["time,irradiance\n2026-06-01T10:00:00Z,-40\n", "condition_value_bad", 2, "irradiance"],
  ["time;irradiance;\n;;\n", "file_empty", undefined, undefined],
  ["time,windy\n2026-06-01T10:00:00Z,2\n", "condition_column_unknown", 1, undefined],
  ["time,wind,wind\n2026-06-01T10:00:00Z,2,2\n", "condition_column_twice", 1, undefined],
  ["wind\n2\n", "condition_time_missing", 1, undefined],
  ["time,wind\n", "file_empty", undefined, undefined],
])("says what is wrong in %j, and where", (text, reason, line, field) => {
  const [problem] = read(text).problems;
  expect([problem?.reason, problem?.line, problem?.field]).toEqual([reason, line, field]);
});

const valuesOf = (text: string) => read(text).rows.map(({ value }) => value);
const line = (...cells: string[]) => `2026-06-01T10:00:00Z;${cells.join(";")}\n`;

it("takes the meaning of an unclear number from its limits, or from the others in the file", () => {
  // 12,345 m/s is no wind.
  expect(valuesOf(`time;wind\n${line("12,345")}`)).toEqual([12.345]);
  expect(valuesOf(`time;irradiance\n${line("1,012")}${line("812,5")}`)).toEqual([1.012, 812.5]);
  expect(valuesOf(`time;irradiance\n${line("1,012")}${line("812.5")}`)).toEqual([1012, 812.5]);
  expect(valuesOf(`time;irradiance\n${line("1.012")}${line("1.012,5")}`)).toEqual([1012, 1012.5]);
});

it("refuses an unclear number with both meanings", () => {
  expect(read(`time;irradiance\n${line("1,012")}`).problems).toEqual([
    {
      reason: "number_ambiguous",
      field: "irradiance",
      values: { text: "1,012", one: 1.012, other: 1012 },
      line: 2,
    },
  ]);
});

it("leaves out what a pyranometer reads at night, and lines without anything", () => {
  const { rows, problems, night_lines } = read(
    `time;irradiance;wind;\n${line("812,5", "2", "")};;;\n${line("-1,2", "3", "")};\n`,
  );
  expect(problems).toEqual([]);
  expect(night_lines).toBe(1);
  expect(rows.map(({ quantity, value }) => [quantity, value])).toEqual([
    ["irradiance", 812.5],
    ["wind", 2],
    ["wind", 3],
  ]);
});

// The clock of Chile: 3 hours behind UTC in summer, 4 in winter; Madrid 1 and 2 before it.
it.each([
  ["America/Santiago", "2026-11-20 12:00:00", "2026-11-20T15:00:00.000Z"],
  ["America/Santiago", "2026-06-20T12:00", "2026-06-20T16:00:00.000Z"],
  ["Europe/Madrid", "2026-07-01 12:00:00,5", "2026-07-01T10:00:00.500Z"],
  ["Europe/Madrid", "2026-07-01 12:00:00Z", "2026-07-01T12:00:00Z"],
  ["Europe/Madrid", "2026-07-01T12:00:00+0100", "2026-07-01T12:00:00+01:00"],
])("reads a time of the clock in %s: %s", (zone, text, instant) => {
  const bytes = new TextEncoder().encode(`time;wind\n${text};2\n`);
  expect(readConditions(bytes, zone)).toMatchObject({
    problems: [],
    rows: [{ measured_at: instant }],
  });
});

it("knows the file by its name", () => {
  expect(
    ["conditions.csv", "flight 1/Conditions.CSV", "weather_condition.csv"].every(isConditionFile),
  ).toBe(true);
  expect(isConditionFile("preconditions.csv")).toBe(false);
});
