// Workbooks that are cut off, changed or made by hand: each is read whole, or refused with file, place and way out.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFailure, type Problem } from "../../domain/error.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readPlantAreas } from "../twin-file/plant-area.ts";
import { userLocales } from "../../domain/account/user.ts";
import { translateProblem } from "../translate.ts";
import { book, row } from "./book.fixture.ts";
import { readTable } from "./read-table.ts";
import { isWorkbook } from "./table-format.ts";

const name = "broken.xlsx";
type Outcome = { readonly rows: string; readonly problems: readonly Problem[] };

async function outcome(bytes: Buffer): Promise<Outcome> {
  const rows: unknown[] = [];
  try {
    if (!isWorkbook(bytes, name)) throw new Error("read as text");
    const asked = { file: name, heads: [["dt_id"]] };
    await readTable(bufferSource(name, bytes), asked, (cells, line) => rows.push([line, cells]));
    return { rows: JSON.stringify(rows), problems: [] };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { rows: "", problems: error.problems };
  }
}

/** Two sentences: what is wrong, and what to do. An empty file says it in one. */
function expectWayOut(problems: readonly Problem[]): void {
  for (const problem of problems) {
    expect(problem.file).toBe(name);
    for (const locale of userLocales) {
      const { message } = translateProblem(locale, problem);
      expect(message, `${locale} ${problem.reason}`).not.toBe(problem.reason);
      if (problem.reason !== "file_empty") expect(message).toMatch(/\. .+\.$/);
    }
  }
}

const table = [1, 2, 3, 4, 5].map((line) =>
  row(line, line === 1 ? ["dt_id", "a"] : [`module-${line}`, line]),
);
const good = book({ sheets: { Data: table.join("") } });

describe("a workbook that was changed by chance", () => {
  it("is refused where it is cut off, wherever that is", async () => {
    for (let part = 0; part < 40; part += 1) {
      const { problems } = await outcome(good.subarray(0, Math.floor((good.length * part) / 40)));
      expect(problems, `${part}/40`).not.toEqual([]);
      expectWayOut(problems);
    }
  });

  it("has the same rows where one byte is another, or is refused", async () => {
    const { rows } = await outcome(good);
    expect(rows).toContain("module-5");
    let refused = 0;
    for (let at = 0; at < good.length; at += Math.ceil(good.length / 150)) {
      const bytes = Buffer.from(good);
      bytes[at] = bytes[at]! ^ 0x15;
      const found = await outcome(bytes);
      expectWayOut(found.problems);
      if (found.problems.length > 0) refused += 1;
      else expect(found.rows, `byte ${at}`).toBe(rows);
    }
    expect(refused).toBeGreaterThan(50);
  });
});

const withCells = (cells: string, rest: Partial<Parameters<typeof book>[0]> = {}) =>
  book({ sheets: { Data: `${row(1, ["dt_id", "a"])}<row r="2">${cells}</row>` }, ...rest });
const style = (format: string) => ({
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/s0.xml"/><Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
});
const id = '<c r="A2" t="inlineStr"><is><t>x</t></is></c>';

/** The cell or the row that must be named. */
const placed: readonly [title: string, bytes: Buffer, place: Partial<Problem>][] = [
  [
    "an error of a formula",
    withCells(`${id}<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>`),
    { cell: "B2" },
  ],
  [
    "a lost reference",
    withCells(`${id}<c r="B2" t="e"><f>Old!A1</f><v>#REF!</v></c>`),
    { cell: "B2" },
  ],
  [
    "a formula that was never computed",
    withCells(`${id}<c r="B2"><f>A1+1</f></c>`),
    { cell: "B2" },
  ],
  ["a text that is missing", withCells(`${id}<c r="B2" t="s"><v>7</v></c>`), { cell: "B2" }],
  [
    "texts without their part",
    withCells(`${id}<c r="B2" t="s"><v>0</v></c>`, { parts: { "xl/sharedStrings.xml": null } }),
    { cell: "B2" },
  ],
  [
    "a day before 1900",
    withCells(`${id}<c r="B2" s="1"><v>-5</v></c>`, { parts: style("yyyy-mm-dd") }),
    { cell: "B2" },
  ],
  [
    "a day after 9999",
    withCells(`${id}<c r="B2" s="1"><v>2958466</v></c>`, { parts: style("dd/mm/yyyy") }),
    { cell: "B2" },
  ],
  ["a number with a comma", withCells(`${id}<c r="B2"><v>1,5</v></c>`), { cell: "B2" }],
  [
    "a long ID as a number",
    withCells(`${id}<c r="B2"><v>12345678901234567</v></c>`),
    { cell: "B2" },
  ],
  [
    "cells that are one",
    withCells(`${id}<c r="B2"><v>1</v></c>`, {
      after: '<mergeCells><mergeCell ref="B2:B9"/></mergeCells>',
    }),
    { cell: "B2" },
  ],
  [
    "XML that breaks in the third row",
    book({ sheets: { Data: `${row(1, ["dt_id"])}${row(2, ["x"])}<row r="3"><c><v>1</c></row>` } }),
    { line: 3 },
  ],
  ["an entity in the second row", withCells(`${id}<c r="B2"><v>&lol;</v></c>`), { line: 2 }],
];

describe("a workbook with a fault", () => {
  it.each(placed)("names its sheet and place: %s", async (_, bytes, place) => {
    const { problems } = await outcome(bytes);
    expect(problems[0]).toMatchObject({ file: name, sheet: "Data", ...place });
    expectWayOut(problems);
  });

  it("names them in an import of shapes as well", async () => {
    const cells = row(1, ["longitude", "latitude"]);
    const bytes = book({
      sheets: { Data: `${cells}<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>` },
    });
    const cause: unknown = await readPlantAreas(bufferSource(name, bytes)).catch(
      (error: unknown) => error,
    );
    if (!isFailure(cause)) throw new Error("the file was taken");
    expect(cause.problems).toMatchObject([{ file: name, sheet: "Data", cell: "A2" }]);
    expectWayOut(cause.problems);
  });
});

describe("a workbook that is odd and sound", () => {
  it("has numbers that were entered as text as text", async () => {
    const { rows } = await outcome(withCells(`${id}<c r="B2" t="str"><v>007</v></c>`));
    expect(rows).toContain('["x","007"]');
  });

  it.each([
    ["1900", "", "2026-06-01", 46174],
    ["1904", '<workbookPr date1904="1"/>', "2026-06-01", 44712],
  ])("has the days of %s", async (_, workbookPr, day, serial) => {
    const cells = `${id}<c r="B2" s="1"><v>${serial}</v></c>`;
    const { rows } = await outcome(withCells(cells, { workbookPr, parts: style("yyyy-mm-dd") }));
    expect(rows).toContain(day);
  });

  it("has its fixtures of other programs read", async () => {
    const folder = join(import.meta.dirname, "../../../tests/fixtures/table-file");
    expect((await outcome(await readFile(join(folder, "results-gdal.xlsx")))).problems).toEqual([]);
  });
});
