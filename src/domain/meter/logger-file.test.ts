// Exports of control systems and loggers: what is no meter, what is no value, and how they write heads, units and times.
import { describe, expect, it } from "vitest";
import { withoutDips } from "./meter-counter.ts";
import { isOtherColumn } from "./meter-other.ts";
import { readMeterTable } from "./meter-table.ts";
import type { MeterFacts } from "./read-meter.ts";

const facts: MeterFacts = {
  values: "energy",
  stamp: "begin",
  unit: "kWh",
  given_zone: "America/Santiago",
  plant_zone: "America/Santiago",
  nominal_capacity: 100,
  now: Date.parse("2027-01-01T00:00:00Z"),
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

  it.each(["Windhoek 1", "Templeton A", "Rainbow", "Stateline", "Validus 2", "Recorder Hill"])(
    "has a meter in %j, which only begins as another column",
    (head) => {
      expect(isOtherColumn(head)).toBe(false);
    },
  );

  it.each([
    "wind_speed",
    "WindSpeed",
    "temp_mod",
    "Temp 2",
    "rain",
    "State",
    "Radiaci\u00f3n",
    "Batt_V",
  ])("has no meter in %j", (head) => {
    expect(isOtherColumn(head)).toBe(true);
  });

  it("has no meters in columns of a calendar and of numbers", () => {
    const { meters, notes } = read(
      `Timestamp;Year;Month;Day;Hour;Inverter 1;Inverter 2\n${hours((hour) => `;2026;3;13;${hour};5;6`)}`,
    );
    expect(meters.map(({ name, kwh }) => [name, kwh])).toEqual([
      ["Inverter 1", [20]],
      ["Inverter 2", [24]],
    ]);
    expect(notes).toEqual([
      { reason: "meter_column_other", values: { count: 4, names: "Year, Month, Day, Hour" } },
    ]);
    for (const head of [
      "Week",
      "A\u00f1o",
      "M\u00eas",
      "Semana",
      "D\u00eda",
      "Minute",
      "Device ID",
    ])
      expect(isOtherColumn(head)).toBe(true);
    for (const head of [
      "Row",
      "No",
      "No.",
      "N\u00ba",
      "Interval",
      "Intervalo (min)",
      "Fila",
      "Linha",
    ])
      expect(isOtherColumn(head)).toBe(true);
  });

  it.each([
    ["seconds", 1000, "table_time_epoch_s"],
    ["milliseconds", 1, "table_time_epoch_ms"],
  ])("reads times that count %s since 1970, and says so", (_, factor, reason) => {
    // 13:00 to 16:00 in UTC are 10:00 to 13:00 at the plant.
    const rows = [13, 14, 15, 16].map((hour) => `${Date.UTC(2026, 2, 13, hour) / factor},5`);
    const { meters, notes } = read(`time,A\n${rows.join("\n")}`);
    expect(meters).toEqual([{ name: "A", day: ["2026-03-13"], kwh: [20] }]);
    expect(notes).toEqual([{ reason }]);
  });

  it.each(["Total", "SUM", "Suma:", "Soma", "Totais", "M\u00e9dia", "Average", "Grand Total"])(
    "leaves a row %j out, and says so",
    (name) => {
      const { meters, notes } = read(`time,A\n${hours(() => ",5")}\n${name},20`);
      expect(meters).toMatchObject([{ kwh: [20] }]);
      expect(notes).toEqual([{ reason: "table_total_row", values: { count: 1 } }]);
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

describe("a counter that begins again each day", () => {
  const days = (clock: readonly string[], values: readonly (readonly number[])[]) =>
    read(
      `time,A (kWh)\n${values
        .flatMap((all, day) => all.map((one, at) => `2026-03-1${day} ${clock[at]},${one}`))
        .join("\n")}`,
      { values: "counter" },
    );

  it("keeps its energy where it is read two or three times a day", () => {
    const [three, two] = [
      days(
        ["06:00", "12:00", "18:00"],
        [
          [0, 400, 900],
          [0, 390, 910],
          [0, 410, 920],
        ],
      ),
      days(
        ["06:00", "18:00"],
        [
          [0, 900],
          [0, 910],
          [0, 920],
        ],
      ),
    ];
    for (const { meters, notes } of [three, two]) {
      expect(meters).toMatchObject([{ kwh: [900, 910, 920] }]);
      expect(notes).toEqual([{ reason: "meter_reset", field: "A", values: { count: 2 } }]);
    }
  });

  it("keeps its energy where most of it comes in one step", () => {
    // Of seven steps a day one is large: by its size alone it would be a return.
    const clock = ["06:00", "07:00", "08:00", "09:00", "10:00", "11:00", "12:00", "13:00"];
    const { meters } = days(clock, [
      [0, 1, 2, 3, 4, 5, 6, 900],
      [0, 1, 2, 3, 4, 5, 6, 900],
      [0, 1, 2, 3, 4, 5, 6, 900],
      [0, 1, 2, 3, 4, 5, 6, 900],
    ]);
    expect(meters).toMatchObject([{ kwh: [900, 900, 900, 900] }]);
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
    const list = [40, 50, 0, 10, 20, 30, 40, 50, 60].map((value, at) => ({
      at: at * 3_600_000,
      value,
    }));
    expect(withoutDips(list)).toEqual({ kept: list, dip_count: 0 });
  });
});
