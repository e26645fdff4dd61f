import { expect, it } from "vitest";
import { readConditions } from "../survey-condition.ts";

const read = (head: string, ...values: readonly (number | string)[]) => {
  const lines = values.map((value, at) => `2026-06-01 12:0${at},${value}`);
  const text = [`time,${head}`, ...lines].join("\n");
  return readConditions(new TextEncoder().encode(text), { time_zone: "UTC" });
};

// Outside the atmosphere the sun has 1.361 kW/m2 (Kopp and Lean 2011): no whole file of a day is below 1.6 W/m2.
it.each(["irradiance", "poa", "dni"])(
  "asks for the unit of %s that is as small as kW/m2",
  (head) => {
    const { problems } = read(head, 0.85, 1.02);
    const values = { greatest: 1.02 };
    expect(problems).toMatchObject([{ reason: "condition_sun_unit", line: 1, values }]);
  },
);

// Multirotors of surveys are flown up to 10 or 12 m/s (makers' limits); the hottest air measured is 56.7 °C.
it.each([
  ["wind", [9, 14, 31], "condition_wind_unit", 14],
  ["ambient", [68, 70, 50], "condition_air_unit", 68],
] as const)("asks for the unit of %s that is usual in another", (head, values, reason, median) => {
  expect(read(head, ...values).problems).toMatchObject([{ reason, line: 1, values: { median } }]);
  const stated = `${head} (${head === "wind" ? "m/s" : "°C"})`;
  expect(read(stated, ...values).problems).toEqual([]);
});

it("says which units it assumed, by the heads of the file", () => {
  const notesOf = (head: string, ...values: string[]) => read(head, ...values).notes;
  const assumed = (units: string) => [{ reason: "condition_unit_assumed", values: { units } }];
  expect(notesOf("Viento,T amb,emissivity", "3,21,0.9")).toEqual(
    assumed("Viento (m/s), T amb (°C)"),
  );
  expect(notesOf("Viento (m/s),T amb [°C]", "3,21")).toEqual([]);
  expect(notesOf("wind", "12 km/h", "3 m/s")).toEqual([]);
  expect(notesOf("wind", "12 km/h", "3")).toEqual(assumed("wind (m/s)"));
});

it.each([
  ["irradiance (kW/m2)", [0.85, 1.02], [850, 1020]],
  ["irradiance (W/m2)", [0.85, 1.02], [0.85, 1.02]],
  ["irradiance", [0.85, 850], [0.85, 850]],
  ["irradiance", [0, 0], [0, 0]],
  ["irradiance", ["0.85 kW/m2"], [850]],
  ["wind", [0.85, 1.02], [0.85, 1.02]],
] as const)("has %s of %j", (head, values, wanted) => {
  const { rows, problems } = read(head, ...values);
  expect(problems).toEqual([]);
  expect(rows.map(({ value }) => value)).toEqual(wanted);
});
