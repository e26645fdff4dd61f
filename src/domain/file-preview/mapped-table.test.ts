// Heads that a user named are written as their readers know them; other columns are left out, and no cell gets lost.
import { expect, test } from "vitest";
import { eachRow, type Cell } from "../table/table.ts";
import { finish } from "../steps.ts";
import { mappedHead, mappedTable } from "./mapped-table.ts";
import { readTableMapping, tableWords } from "./table-mapping.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const wide = { columns: 100, letters: 10_000 };

test("a named column keeps its unit, a known one its head, and others are left out", () => {
  const heads = ["Module", "Glass (°F)", "34", "Weather", "pcs"];
  const mapping = { dt_id: "Module", glass_surface_temperature: "Glass (°F)" };
  expect(mappedHead(heads, mapping, tableWords.results)).toEqual([
    "dt_id",
    "glass_surface_temperature [°F]",
    "34",
    null,
    "pcs",
  ]);
  // What the user gave to no column is in none.
  expect(mappedHead(["dt_id", "pcs"], { pcs: null }, tableWords.results)).toEqual(["dt_id", null]);
  // Readers of conditions say themselves what they pass over.
  const sun = { irradiance: "Sonne" };
  expect(mappedHead(["time", "Sonne", "POA", "Note"], sun, tableWords.conditions)).toEqual([
    "time",
    "irradiance",
    null,
    "Note",
  ]);
});

test("rows keep their lines, and a cell too many stays one", () => {
  const text = "Report\n\na;b;c\n1;2;3\n4;5;6;7\n";
  const mapping = { dt_id: "a", notes: "c" };
  const asked = { heads: [["dt_id"]], most: wide };
  const named = (most_rows: number) =>
    finish(mappedTable(bytes(text), mapping, tableWords.references, { ...asked, most_rows }));
  const { table } = named(2);
  const rows: [readonly Cell[], number][] = [];
  eachRow(table, (cells, line) => rows.push([cells, line]));
  expect(rows).toEqual([
    [["dt_id", "notes"], 3],
    [["1", "3"], 4],
    [["4", "6", "7"], 5],
  ]);
  // One row more than there may be says that there are too many.
  expect([named(1).table.length, named(0).table.length]).toEqual([3, 2]);
});

test("a mapping has meanings of its purpose alone", () => {
  expect(readTableMapping("results", '{"dt_id":"a","heat_loss":"b"}')).not.toBeNull();
  expect(readTableMapping("conditions", '{"heat_loss":"b"}')).toBeNull();
  expect(readTableMapping("references", '{"irradiance":"b"}')).toBeNull();
  expect(readTableMapping("references", "{")).toBeNull();
});
