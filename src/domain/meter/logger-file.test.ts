// Exports of control systems and loggers: what is no meter, what is no value, and how they write heads, units and times.
import { describe, expect, it } from "vitest";
import { withoutDips } from "./meter-counter.ts";
import { isOtherColumn } from "./meter-other.ts";
import { readMeterTable, type MeterFacts } from "./meter-table.ts";

const facts: MeterFacts = {
  values: "energy",
  stamp: "begin",
  unit: "kWh",
  given_zone: "America/Santiago",
  plant_zone: "America/Santiago",
  nominal_capacity: 100,
};
const read = (text: string, other: Partial<MeterFacts> = {}) => {
  const { read: table, problems } = readMeterTable(new TextEncoder().encode(text), {
    ...facts,
    ...other,
  });
  expect(problems).toEqual([]);
  const meters = table!.meters.map(({ name, day, kwh }) => ({
    name,
    day: [...day],
    kwh: [...kwh],
  }));
  return { meters, notes: table!.notes };
};
const hours = (cells: (hour: number) => string, day = "2026-03-13") =>
  [10, 11, 12, 13].map((hour) => `${day} ${hour}:00${cells(hour)}`).join("\n");

describe("a table of a control system", () => {
  it.each([
    "Quality",
    "INV1 status",
    "Irradiance (W/m2)",
    "POA",
    "Module temperature (°C)",
    "Energía reactiva (kVArh)",
    "Wind speed [m/s]",
    "Insolation (kWh/m²)",
    "Voltage",
    "Availability (%)",
  ])("has no meter in %j, and says so", (head) => {
    const { meters, notes } = read(`time,INV1,${head}\n${hours(() => ",5,192")}`);
    expect(meters).toEqual([{ name: "INV1", day: ["2026-03-13"], kwh: [20] }]);
    expect(notes).toEqual([{ reason: "meter_column_other", values: { count: 1, names: head } }]);
  });

  it.each(["INV 3", "Loop 12", "Block A", "INV (A)", "Station North", "MV 1", "Total"])(
    "has a meter in %j",
    (head) => {
      expect(isOtherColumn(head)).toBe(false);
    },
  );

  it("counts a column that states a unit of energy, whatever its name", () => {
    expect(read(`time,Status A (kWh)\n${hours(() => ",5")}`).meters).toMatchObject([
      { name: "Status A" },
    ]);
  });

  it.each(["-9999", "-999", "-99999.0", "-6999"])("takes %s for no value, and says so", (mark) => {
    const { meters, notes } = read(`time,A\n${hours((hour) => `,${hour === 12 ? mark : 5}`)}`);
    expect(meters).toMatchObject([{ kwh: [15] }]);
    expect(notes).toEqual([{ reason: "meter_missing", values: { count: 1, text: mark } }]);
  });

  it.each(["NaN", "#N/A", "I/O Timeout", "Bad", "No Data", "---", "Comm Fail"])(
    "takes %j for no value",
    (mark) => {
      expect(read(`time,A\n${hours((hour) => `,${hour === 12 ? mark : 5}`)}`).meters).toMatchObject(
        [{ kwh: [15] }],
      );
    },
  );

  it.each([
    ["titles above its head", `Plant X; Export\n\ntime;A;B\n${hours(() => ";5;1,5")}`],
    [
      "a row of units and the time behind",
      `A,B,time\nkWh,MWh,\n${[10, 11, 12, 13].map((hour) => `5,0.0015,2026-03-13 ${hour}:00`).join("\n")}`,
    ],
    ["a row of units", `time,A,B\n,kWh,MWh\n${hours(() => ",5,0.0015")}`],
    ["the day first", `time;A;B\n${hours(() => ";5;1,5", "13/03/2026")}`],
    ["the day first with points", `Zeit;A;B\n${hours(() => ";5;1,5", "13.03.2026")}`],
    ["the month first", `time,A,B\n${hours(() => ",5,1.5", "3/13/2026")}`],
    ["a unit inside a head", `time;Energy [kWh] A;Energy [kWh] B\n${hours(() => ";5;1,5")}`],
    ["a day and a clock", `Fecha;Hora;A;B\n${hours(() => ";5;1,5").replaceAll("13 ", "13;")}`],
    ["an offset in its head", `Time (UTC-3),A,B\n${hours(() => ",5,1.5")}`],
  ])("is read with %s", (_, text) => {
    const { meters } = read(text);
    expect(meters.map(({ name, day, kwh }) => [name.at(-1), day, kwh])).toEqual([
      ["A", ["2026-03-13"], [20]],
      ["B", ["2026-03-13"], [6]],
    ]);
  });

  it("takes the offset of its head, and not UTC", () => {
    const rows = ["2026-03-13 22:00,1", "2026-03-13 23:00,1", "2026-03-14 00:00,1"];
    expect(read(`Time (UTC-3),A\n${rows.join("\n")}`).meters).toMatchObject([
      { day: ["2026-03-13", "2026-03-14"], kwh: [2, 1] },
    ]);
  });
});

describe("a counter", () => {
  const counted = (values: readonly number[]) =>
    read(
      `time,A (kWh)\n${values.map((value, at) => `2026-03-13 ${10 + at}:00,${value}`).join("\n")}`,
      {
        values: "counter",
      },
    );

  it.each([
    ["zero", [5000, 5010, 0, 5030], 30, 1],
    ["zeros", [5000, 5010, 0, 0, 5030], 30, 2],
    ["an older state", [5000, 5010, 5009.9, 5030], 30, 1],
  ])("with %s between its readings goes on where it was", (_, values, kwh, count) => {
    const { meters, notes } = counted(values);
    expect(meters).toMatchObject([{ kwh: [kwh] }]);
    expect(notes).toEqual([{ reason: "meter_dip", field: "A", values: { count } }]);
  });

  it("that starts over each day climbs by steps, and keeps them", () => {
    const list = [40, 50, 0, 10, 20, 30, 40, 50, 60].map((value) => ({ value }));
    expect(withoutDips(list)).toEqual({ kept: list, dip_count: 0 });
  });
});
