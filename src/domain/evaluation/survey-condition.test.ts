import { expect, it } from "vitest";
import { conditionsOf } from "./condition-record.ts";
import { conditionFilesOf, readConditions } from "./survey-condition.ts";

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
  expect(readConditions(bytes, { time_zone: zone })).toMatchObject({
    problems: [],
    rows: [{ measured_at: instant }],
  });
});

it("knows the file by its name in three languages", () => {
  const found = (...names: string[]) =>
    conditionFilesOf(names.map((name) => ({ name }))).found.map(({ name }) => name);
  for (const name of [
    "conditions.csv",
    "flight 1/Conditions.CSV",
    "weather_condition.csv",
    "condiciones.xlsx",
    "condicoes.csv",
    "condi\u00e7\u00f5es.csv",
    // The same as some systems store it: letters and their marks apart.
    "condic\u0327o\u0303es.csv",
    "vuelo 3/meteo.csv",
    "weather.csv",
  ])
    expect(found(name)).toEqual([name]);
  expect(found("preconditions.csv", "conditions.tif", "results.csv")).toEqual([]);
});

it("takes the file of the conditions where one of the weather is beside it, and names the tables that it does not read", () => {
  const [weather, own, other] = ["weather.csv", "conditions.csv", "inverters.xlsx"].map((name) => ({
    name,
  }));
  expect(conditionFilesOf([weather!, own!, other!, { name: "a.tif" }])).toEqual({
    found: [own],
    others: [weather, other],
  });
});

it("passes over columns that are no conditions, and names them", () => {
  const { rows, problems, notes, quantities } = read(
    "time,irradiance (W/m2),ghi,humidity\n2026-06-01T10:00:00Z,812.5,900,40\n",
  );
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ quantity: "irradiance", value: 812.5 }]);
  expect(quantities).toEqual(["irradiance"]);
  expect(notes).toEqual([
    { reason: "condition_column_other", values: { count: 2, names: "ghi, humidity" } },
  ]);
});

it("says how many values a logger marks as missing by a number", () => {
  const { rows, notes } = read(
    "time,irradiance (W/m2),wind\n2026-06-01T10:00:00Z,812.5,-9999\n2026-06-01T10:01:00Z,NaN,-9999\n",
  );
  expect(rows).toHaveLength(1);
  expect(notes).toEqual([{ reason: "meter_missing", values: { count: 2, text: "-9999" } }]);
});

it("reads times that count from 1970, and leaves a row of sums out", () => {
  const { rows, problems, notes } = read(
    "time,wind (m/s)\n1773403200,2\n1773403260,3\nAverage,2.5\n",
  );
  expect(problems).toEqual([]);
  expect(rows.map(({ measured_at }) => measured_at)).toEqual([
    "2026-03-13T12:00:00.000Z",
    "2026-03-13T12:01:00.000Z",
  ]);
  expect(notes).toEqual([
    { reason: "table_time_epoch_s" },
    { reason: "table_total_row", values: { count: 1 } },
  ]);
});

it("says where it assumed the zone of times", () => {
  const reading = { time_zone: "America/Santiago", isAssumed: true };
  const of = (text: string) => readConditions(new TextEncoder().encode(text), reading).notes;
  expect(of("time,wind (m/s)\n2026-06-01 10:00,2\n")).toEqual([
    { reason: "condition_zone_assumed", values: { zone: "America/Santiago" } },
  ]);
  expect(of("time,wind (m/s)\n2026-06-01T10:00:00Z,2\n")).toEqual([]);
});

it("does not read the lines of a file whose quantities are all known", () => {
  const known = new Set(["irradiance", "wind"] as const);
  const of = (text: string) => readConditions(new TextEncoder().encode(text), { known });
  expect(of("time,irradiance\nyesterday,x\n")).toMatchObject({
    rows: [],
    problems: [],
    quantities: ["irradiance"],
  });
  expect(of("time,ambient,wind\nyesterday,x,2\n").problems).not.toEqual([]);
});

// By hand: 18 km/h = 5 m/s, 77 °F = 25 °C, 0.85 kW/m² = 850 W/m², 298.15 K = 25 °C, 10 mph = 4.4704 m/s, 36 kn = 18.52 m/s.
it.each([
  ["wind (km/h)", "18", "wind", 5],
  ["Wind speed [mph]", "10", "wind", 4.4704],
  ["viento (kn)", "36", "wind", 18.52],
  ["Ambient [°F]", "77", "ambient", 25],
  ["temp_air (K)", "298,15", "ambient", 25],
  ["T amb (ºC)", "25", "ambient", 25],
  ["POA (kW/m²)", "0,85", "irradiance", 850],
  ["poa_global", "850.5", "irradiance", 850.5],
  ["Irradiancia (W/m2)", "1.012,5", "irradiance", 1012.5],
  ["DNI [W m-2]", "900", "dni", 900],
  ["Emissivity (%)", "92", "emissivity", 0.92],
])("reads a column %j", (head, cell, quantity, value) => {
  const { rows, problems } = read(`Timestamp;${head}\n2026-06-01 10:00:00+00:00;${cell}\n`);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ quantity, value }]);
});

it("reads a table of pvlib, whose times have no head, and times whose head is UTC", () => {
  const pvlib = read(",poa_global,temp_air,wind_speed\n2026-06-01 10:00:00-04:00,812.5,21.5,3.1\n");
  expect(pvlib.problems).toEqual([]);
  expect(pvlib.rows.map(({ quantity, value }) => [quantity, value])).toEqual([
    ["irradiance", 812.5],
    ["wind", 3.1],
    ["ambient", 21.5],
  ]);
  const utc = read("Time (UTC);wind\n2026-06-01 10:00;2\n");
  expect(utc.rows[0]?.measured_at).toBe("2026-06-01T10:00:00.000Z");
});

it("refuses a unit that it does not know, a value beyond the limits in the unit of the file, and what lies flat", () => {
  const problemOf = (text: string) => read(text).problems[0];
  expect(problemOf("time;wind (Bft)\n2026-06-01T10:00:00Z;3\n")).toMatchObject({
    reason: "condition_unit",
    values: { name: "wind (Bft)" },
    line: 1,
  });
  expect(problemOf("time;ambient [°F]\n2026-06-01T10:00:00Z;180\n")).toMatchObject({
    reason: "condition_value_bad",
    values: { value: "180", least: -76, greatest: 158 },
  });
  expect(problemOf("time;ghi\n2026-06-01T10:00:00Z;800\n")?.reason).toBe(
    "condition_column_unknown",
  );
});

it("reads no more lines than it may", () => {
  const text = `time;wind\n${"2026-06-01T10:00:00Z;2\n".repeat(6)}`;
  const bytes = new TextEncoder().encode(text);
  expect(readConditions(bytes, { most_lines: 6 }).rows).toHaveLength(6);
  expect(readConditions(bytes, { most_lines: 5 }).problems).toEqual([
    { reason: "condition_lines", values: { most: 5 }, line: 7 },
  ]);
});

it.each([
  [
    "a table of a Campbell logger",
    '"TOA5","CR1000","x","1"\n"TIMESTAMP","RECORD","poa","wind"\n"TS","RN","kW/m2","km/h"\n"","","Avg","Avg"\n"2026-03-13 10:00:00",1,0.8,7.2\n',
  ],
  ["a row of units", "time,poa,wind\n,W/m2,km/h\n2026-03-13 10:00,800,7.2\n"],
  ["titles", "Station A\nfrom: 13/03/2026; x\ntime;poa;wind\n2026-03-13 10:00;800;2\n"],
  ["the day first", "time;poa;wind\n13/03/2026 10:00;800;2\n"],
  ["the month first", "time,poa,wind\n3/13/2026 10:00 AM,800,2\n"],
  ["a day and a clock", "Date,Time,poa,wind\n2026-03-13,10:00,800,2\n"],
  ["an offset in its head", "Time (UTC-3),poa,wind\n2026-03-13 10:00,800,2\n"],
  [
    "values that are missing",
    "time,poa,wind\n2026-03-13 10:00,800,-9999\n2026-03-13 10:00,NaN,2\n",
  ],
])("reads %s", (_, text) => {
  const { rows, problems } = readConditions(new TextEncoder().encode(text), {
    time_zone: "America/Santiago",
  });
  expect(problems).toEqual([]);
  const found = rows.map(({ quantity, value, measured_at }) => [
    quantity,
    value,
    Date.parse(measured_at!),
  ]);
  const at = Date.UTC(2026, 2, 13, 13);
  expect(found).toEqual([
    ["irradiance", 800, at],
    ["wind", 2, at],
  ]);
});

it("refuses times whose day may be a month, and those that the clocks skip", () => {
  for (const [time, reason] of [
    ["03/04/2026 10:00", "table_date_order"],
    ["2026-09-06 00:30", "meter_time_skipped"],
  ] as const) {
    const text = new TextEncoder().encode(`time,poa\n${time},800\n`);
    expect(readConditions(text, { time_zone: "America/Santiago" }).problems[0]).toMatchObject({
      reason,
      line: 2,
    });
  }
});
