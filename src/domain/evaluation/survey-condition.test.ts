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
  ["time,wind\n2026-06-01T10:00:00,2\n", "condition_time_bad", 2, "time"],
  ["time,windy\n2026-06-01T10:00:00Z,2\n", "condition_column_unknown", 1, undefined],
  ["time,wind,wind\n2026-06-01T10:00:00Z,2,2\n", "condition_column_twice", 1, undefined],
  ["wind\n2\n", "condition_time_missing", 1, undefined],
  ["time,wind\n", "file_empty", undefined, undefined],
])("says what is wrong in %j, and where", (text, reason, line, field) => {
  const [problem] = read(text).problems;
  expect([problem?.reason, problem?.line, problem?.field]).toEqual([reason, line, field]);
});

it("knows the file by its name", () => {
  expect(
    ["conditions.csv", "flight 1/Conditions.CSV", "weather_condition.csv"].every(isConditionFile),
  ).toBe(true);
  expect(isConditionFile("preconditions.csv")).toBe(false);
});
