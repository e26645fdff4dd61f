// Numbers of a sheet whose format shows their unit: the unit counts, and one that contradicts the head refuses the cell.
import { describe, expect, it } from "vitest";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import { readConditions } from "../../domain/evaluation/survey-condition.ts";
import { readMeterTable } from "../../domain/meter/meter-table.ts";
import { readReferenceCsv } from "../../domain/analysis/reference-csv.ts";
import type { Heads, TableRow } from "../../domain/table/table.ts";
import { finish } from "../../domain/steps.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { book, row } from "./book.fixture.ts";
import { readTable } from "./read-table.ts";

const xml = (text: string) => text.replaceAll('"', "&quot;");

/** A sheet with a head and one row below it, whose last cell has the format. */
async function rowsOf(
  head: readonly string[],
  cells: readonly (string | number)[],
  format: string,
  heads: Heads,
) {
  const last = cells.at(-1)!;
  const styled = row(2, cells.slice(0, -1)).replace("</row>", `<c s="1"><v>${last}</v></c></row>`);
  const parts = {
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/s0.xml"/><Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${xml(format)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
  };
  const bytes = book({ sheets: { Data: row(1, head) + styled }, parts });
  const rows: TableRow[] = [];
  await readTable(bufferSource("t.xlsx", bytes), { file: "t.xlsx", heads }, (read, line) => {
    rows.push({ cells: read, line });
  });
  return rows;
}

const time = "2026-06-01 12:00:00Z";

describe("conditions", () => {
  const read = async (name: string, value: number, format: string) => {
    const rows = await rowsOf(["time", name], [time, value], format, isConditionHead);
    const found = readConditions(rows, { time_zone: "UTC", isAssumed: true });
    return found.rows[0]?.value ?? found.problems[0]?.reason;
  };
  // By hand: 36 km/h are 10 m/s, 77 °F are 25 °C, 0.85 kW/m² are 850 W/m².
  it.each([
    ["wind", 36, '0.0" km/h"', 10],
    ["wind (km/h)", 36, '0.0" km/h"', 10],
    ["wind", 10, '0.0" m/s"', 10],
    ["wind", 36, 'General" km/h"', 10],
    ["ambient", 25.125, '0.000" °C"', 25.125],
    ["ambient", 77, '0"°F"', 25],
    ["ambient", 25, '0.0\\ "°C"', 25],
    ["irradiance", 0.85, '0.00" kW/m²"', 850],
    ["wind (km/h)", 10, '0.0" m/s"', "condition_value_bad"],
    ["wind", 10, '0.0" Bft"', "condition_value_bad"],
    ["irradiance", 850_000, "0,", "sheet_scaled"],
  ])("%s of %d as %s is %s", async (name, value, format, wanted) => {
    const found = await read(name, value, format).catch(
      (error: { problems: { reason: string }[] }) => error.problems[0]!.reason,
    );
    expect(found).toBe(wanted);
  });
});

const facts = {
  values: "energy" as const,
  stamp: "begin" as const,
  given_zone: "UTC",
  plant_zone: "UTC",
  nominal_capacity: 10,
  now: Date.parse("2027-01-01T00:00:00Z"),
};
describe("metered energy", () => {
  it.each([
    // One row has no interval, and is understood.
    ["INV 1 (kWh)", '0.0" kWh"', "meter_one_row"],
    ["INV 1 (kWh)", '0.0" MWh"', "meter_no_number"],
    ["INV 1 (kWh)", '0.0" kW"', "meter_no_number"],
  ])("%s as %s is refused by %s", async (name, format, reason) => {
    const rows = await rowsOf(["time", name], ["2026-06-01", 1.5], format, [["time"]]);
    const { problems } = readMeterTable(rows, facts);
    expect(problems[0]?.reason).toBe(reason);
  });
});

it.each([undefined, ","] as const)(
  "metered energy of 1.234 kWh is that, also beside decimal %s",
  async (decimal) => {
    const head = ["time", "A (kWh)", "B (kWh)"];
    const cells = (at: number) => [`2026-06-01 1${at}:00`, "1,5", 1.234];
    const first = await rowsOf(head, cells(0), '0.000" kWh"', [["time"]]);
    const second = await rowsOf(head, cells(1), '0.000" kWh"', [["time"]]);
    const third = await rowsOf(head, cells(2), '0.000" kWh"', [["time"]]);
    const rows = [...first, { ...second[1]!, line: 3 }, { ...third[1]!, line: 4 }];
    const { read, problems } = readMeterTable(rows, { ...facts, decimal });
    expect(problems).toEqual([]);
    // By hand: three hours of 1.5 kWh, and of 1.234 kWh.
    expect(read!.meters.map(({ kwh }) => kwh)).toEqual([
      [expect.closeTo(4.5, 9)],
      [expect.closeTo(3.702, 9)],
    ]);
  },
);

describe("reference measurements", () => {
  it.each([
    ["glass_surface_temperature", 212, '0"°F"', 100],
    ["glass_surface_temperature [°F]", 212, '0"°F"', 100],
    ["glass_surface_temperature", 100, '0"°C"', 100],
    ["glass_surface_temperature", 25.125, '0.000" °C"', 25.125],
    ["glass_surface_temperature [°F]", 100, '0"°C"', "reference_no_number"],
    ["glass_surface_temperature", 100, '0" bar"', "reference_no_number"],
  ])("%s of %d as %s is %s", async (name, value, format, wanted) => {
    const head = ["dt_id", "measured_at", name];
    const rows = await rowsOf(head, ["T1", time, value], format, [["dt_id"]]);
    const found = finish(readReferenceCsv(rows, () => "absorber_tube"));
    expect(found.rows[0]?.values[0]?.value ?? found.problems[0]?.reason).toBe(wanted);
  });
});
