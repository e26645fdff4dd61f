// Workbooks whose head is known by a rule, as in CSV: units, other names, titles above it, other sheets before it.
import { describe, expect, it } from "vitest";
import { noFlightTime } from "../../../domain/evaluation/condition/counted-rows.ts";
import { read } from "../../geo-file/odd-file.fixture.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import { conditionsOfSurvey } from "./condition-file.ts";
import { reader } from "./table-reader.ts";

const info = row(1, ["Plant", "Atacama"]) + row(2, ["Date", "2026-06-01"]);
const rowsOf = (lines: readonly (readonly (string | number)[])[]) =>
  lines.map((cells, at) => row(at + 1, cells)).join("");

describe("the conditions of a survey in a workbook", () => {
  const name = "conditions.xlsx";
  const heads = ["Zeitstempel (UTC)", "Irradiancia POA (W/m2)", "ambient (\u00b0C)"];
  const table = rowsOf([
    ["Station 4", "June"],
    heads,
    ["2026-06-01 12:00", 812.5, 21],
    ["2026-06-01 12:15", 820, 21.5],
  ]);
  const bytes = book({ sheets: { Info: info, Data: table } });

  it("are found by the rule that CSV has, for a request", async () => {
    const say = async () => undefined;
    const found = await reader({ name, bytes, heads: "conditions" }, say);
    expect(found).toMatchObject({ sheet: "Data", head: heads });
    expect(found.rows).toHaveLength(3);
  });

  it("are found among the files of a survey", async () => {
    const { rows } = await conditionsOfSurvey(
      [],
      { name, read: () => Promise.resolve(bytes) },
      { when: noFlightTime, time_zone: "UTC" },
    );
    expect(rows.map(({ quantity, measured_at, value }) => [quantity, measured_at, value])).toEqual([
      ["irradiance", "2026-06-01T12:00:00.000Z", 812.5],
      ["ambient", "2026-06-01T12:00:00.000Z", 21],
      ["irradiance", "2026-06-01T12:15:00.000Z", 820],
      ["ambient", "2026-06-01T12:15:00.000Z", 21.5],
    ]);
  });
});

describe("places in a workbook", () => {
  it("are found below a title, on a later sheet, by heads with words around them", async () => {
    const table = rowsOf([
      ["Survey of May"],
      ["name", "GPS_Longitude (deg)", "Lat_WGS84"],
      ["A", -70.112, -18.886],
    ]);
    const bytes = book({ sheets: { Info: info, Places: table } });
    const { shapes, names } = await read("places.xlsx", bytes);
    expect([names, shapes]).toEqual([["A"], [[-70.112, -18.886]]]);
  });
});
