import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import type { ExportCells } from "./export-request.ts";
import { xlsxExport } from "./xlsx-file.ts";

const place: ExportCells = { header: "Place", key: "place", isNumber: true, at: (row) => row };
const onward = async () => true;

async function filesOf(count: number, sheetRows?: number) {
  const rows = Uint32Array.from({ length: count }, (_, at) => at);
  const blob = await xlsxExport("Pampa: 1", rows, [place], onward, sheetRows);
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await blob!.arrayBuffer()))).map(([path, bytes]) => [
      path,
      strFromU8(bytes),
    ]),
  );
}

const valuesOf = (sheet = "") => [...sheet.matchAll(/<v>(\d+)<\/v>/g)].map(([, value]) => value);

it("goes on in further sheets, each with its titles, where a sheet is full", async () => {
  const files = await filesOf(5, 2);
  const sheets = [1, 2, 3].map((number) => files[`xl/worksheets/sheet${number}.xml`]);
  expect(sheets.map(valuesOf)).toEqual([["0", "1"], ["2", "3"], ["4"]]);
  for (const sheet of sheets) expect(sheet).toMatch(/<row r="1"><c r="A1".*Place.*<row r="2">/);
  expect(files["xl/workbook.xml"]?.match(/name="[^"]*"/g)).toEqual([
    'name="Pampa  1"',
    'name="Pampa  1 2"',
    'name="Pampa  1 3"',
  ]);
});

it("writes one sheet with the titles where there are no rows", async () => {
  const files = await filesOf(0);
  expect(Object.keys(files).filter((path) => path.includes("worksheets"))).toHaveLength(1);
  expect(files["xl/worksheets/sheet1.xml"]).toContain("Place");
});

it("writes every row of several pieces once, and nothing once it was cancelled", async () => {
  const files = await filesOf(40_001);
  const values = valuesOf(files["xl/worksheets/sheet1.xml"]);
  expect(values).toHaveLength(40_001);
  expect(new Set(values).size).toBe(40_001);
  expect(await xlsxExport("", Uint32Array.of(1), [place], async () => false)).toBeNull();
});
