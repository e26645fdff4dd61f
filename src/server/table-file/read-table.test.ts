// Workbooks by four writers (openpyxl 3.1.5, XlsxWriter 3.2.9, GDAL, and by hand), and broken ones.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure, type Problem } from "../../domain/error.ts";
import type { Heads, TableRow } from "../../domain/table/table.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { xlsxStream } from "../zip/xlsx-stream.ts";
import { zip } from "../zip/zip.fixture.ts";
import { book, row } from "./book.fixture.ts";
import { readTable, sheetProblem } from "./read-table.ts";
import { isWorkbook } from "./table-format.ts";

const fixture = (name: string) =>
  readFile(join(import.meta.dirname, "../../../tests/fixtures/table-file", name));
const heads: Heads = [["time"], ["dt_id"]];

async function read(bytes: Buffer, sheet?: string, name = "a.xlsx") {
  const rows: TableRow[] = [];
  if (!isWorkbook(bytes, name)) throw new Error("read as text");
  const asked = { file: name, heads, sheet };
  const found = await readTable(bufferSource(name, bytes), asked, (cells, line) => {
    rows.push({ cells, line });
  });
  return { ...found, rows };
}
async function problemsOf(bytes: Buffer, sheet?: string, name?: string): Promise<Problem[]> {
  const cause: unknown = await read(bytes, sheet, name).catch((error: unknown) => error);
  if (isFailure(cause)) return [...cause.problems];
  throw new Error("the file was taken", { cause });
}

describe("a workbook", () => {
  it("of XlsxWriter has its table below a title on the second sheet, with days as text", async () => {
    const { sheet, head, rows, notes } = await read(await fixture("conditions-xlsxwriter.xlsx"));
    expect([sheet, head]).toEqual(["Data", ["time", "irradiance", "wind", "ambient"]]);
    expect(rows[1]).toEqual({ cells: ["2026-06-01 12:00:00", 812.345, 1.234, 23.5], line: 4 });
    expect(rows.at(-1)).toEqual({ cells: ["2026-06-01 12:50:00", 816.345, "", ""], line: 9 });
    expect(notes).toEqual([
      { reason: "sheet_hidden_rows", sheet: "Data", values: { rows: 1, number: 6 } },
      { reason: "sheet_not_read", values: { count: 1, names: "Notes" } },
    ]);
  });

  it("that counts from 1904 has the same days", async () => {
    const { rows } = await read(await fixture("conditions-1904.xlsx"));
    expect(rows.map(({ cells }) => cells[0])).toEqual([
      "time",
      "2026-06-01 00:00:00",
      "2026-06-01 10:30:15",
    ]);
  });

  it("of openpyxl with two tables is asked for its sheet", async () => {
    const bytes = await fixture("two-sheets-openpyxl.xlsx");
    expect(await problemsOf(bytes)).toEqual([
      { reason: "sheet_choice", file: "a.xlsx", sheet: "May" },
      { reason: "sheet_choice", file: "a.xlsx", sheet: "June" },
    ]);
    const { rows } = await read(bytes, "June");
    expect(rows.slice(1).map(({ cells }) => cells)).toEqual([
      ["0042", "2026-06-01 09:15:00", "Ana", 61.125],
      ["0007", "2026-06-01 09:20:00", "Ana", 58],
    ]);
    expect(await problemsOf(bytes, "July")).toMatchObject([
      { reason: "sheet_unknown", values: { name: "July", offered: "May, June" } },
    ]);
  });

  it("says each cell that is not sure", async () => {
    expect(await problemsOf(await fixture("faults-openpyxl.xlsx"))).toMatchObject([
      { reason: "sheet_error", sheet: "Data", cell: "B2", values: { text: "#N/A" } },
      { reason: "sheet_formula", sheet: "Data", cell: "B3" },
      { reason: "sheet_merged", sheet: "Data", cell: "B4", values: { range: "B4:B5" } },
    ]);
  });

  it("of GDAL has its texts", async () => {
    const { rows } = await read(await fixture("results-gdal.xlsx"));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["dt_id", "module_temperature", "note"],
      ["A-1", 61.5, 'x "y" &\nz'],
      ["A-2", 58.125, "ü"],
      ["A-3", "", ""],
    ]);
  });

  it("of the product's own writer comes back as it was", async () => {
    const cell = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e14, min: -1e14 }),
      fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => /^[\P{C}]*$/u.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 })), async (body) => {
        const all = [["dt_id", "a", "b", "c", "d"], ...body.map((one) => ["x", ...one.slice(1)])];
        async function* given() {
          yield* all;
        }
        const parts: Buffer[] = [];
        for await (const part of xlsxStream("T", given())) parts.push(part as Buffer);
        const { rows } = await read(Buffer.concat(parts));
        const filled = all.map((one) => [...one, "", "", "", ""].slice(0, 5));
        const plain = (one: string | number) => (Object.is(one, -0) ? 0 : one);
        expect(rows.map(({ cells }) => cells.map(plain))).toEqual(
          filled.map((one) => one.map(plain)),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("of many gaps costs what it holds, whatever its dimension says", async () => {
    const before = '<dimension ref="A1:XFD1048576"/>';
    const rows = `${row(1, ["dt_id"])}${row(1_048_576, ["x"])}`;
    const { rows: read2 } = await read(book({ sheets: { A: rows }, before }));
    expect(read2.map(({ line }) => line)).toEqual([1, 1_048_576]);
  });

  it("with links to other workbooks reads what it stored of them", async () => {
    const cells = `${row(1, ["dt_id", "a"])}<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2"><f>[1]Other!A1</f><v>5</v></c></row>`;
    const { rows } = await read(book({ sheets: { A: cells } }));
    expect(rows[1]?.cells).toEqual(["x", 5]);
  });

  it("leaves hidden sheets, unless they alone have the table", async () => {
    const table = row(1, ["dt_id", "a"]) + row(2, ["x", 1]);
    const both = book({ sheets: { Old: table, New: table }, hidden: ["Old"] });
    expect((await read(both)).sheet).toBe("New");
    const alone = book({ sheets: { Old: table, New: row(1, ["nothing"]) }, hidden: ["Old"] });
    expect((await read(alone)).sheet).toBe("Old");
  });

  it("takes characters that XML does not allow, and leaves out how a text is pronounced", async () => {
    const parts = {
      "xl/sharedStrings.xml":
        "<sst><si><t>dt_id</t></si><si><r><t>東</t></r><r><t>京_x0041_</t></r><rPh><t>とう</t></rPh></si></sst>",
    };
    const cells = '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>';
    const { rows } = await read(book({ sheets: { A: cells }, parts }));
    expect(rows[1]?.cells).toEqual(["東京A"]);
  });
});

const head = row(1, ["dt_id", "a"]);
const good = book({ sheets: { A: head + row(2, ["x", 1]) } });
const old = (text: string) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(600),
    Buffer.from(text, "utf16le"),
  ]);
const withCell = (cell: string, rest: Partial<Parameters<typeof book>[0]> = {}) =>
  book({ sheets: { A: `${head}<row r="2">${cell}</row>` }, ...rest });
const withPart = (name: string, content: string | null) =>
  book({ sheets: { A: head }, parts: { [name]: content } });

const bad: readonly [title: string, reason: string, bytes: Buffer, name?: string][] = [
  ["0 bytes", "file_empty", Buffer.alloc(0)],
  ["a truncated file", "zip_broken", good.subarray(0, good.length - 40)],
  ["half a file", "zip_broken", good.subarray(0, good.length / 2)],
  ["an old workbook", "table_xls", old("Workbook")],
  ["an old workbook with a new name", "table_xls", old("Book"), "a.csv"],
  ["a workbook with a password", "table_encrypted", old("EncryptedPackage")],
  ["an old Word document", "table_office", old("WordDocument")],
  ["a workbook of Excel 4", "table_xls", Buffer.from("09040600000010001800", "hex"), "a.xls"],
  ["a web page", "table_html", Buffer.from("\ufeff<html><table><tr><td>dt_id</td></tr></table>")],
  ["a web page named .xls", "table_html", Buffer.from("<table><tr></tr></table>"), "a.xls"],
  [
    "XML of Excel 2003",
    "table_xml",
    Buffer.from(
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ),
    "a.xml",
  ],
  ["CSV named .xlsx", "table_text", Buffer.from("dt_id,a\nx,1\n")],
  ["noise", "table_not_workbook", Buffer.from("0001020304050607", "hex")],
  ["a PDF", "format_pdf", Buffer.from("%PDF-1.7")],
  ["a ZIP of CSV", "table_zip_csv", zip({ name: "a.csv", content: "dt_id,a\n" })],
  ["a ZIP of photos", "table_zip", zip({ name: "a.jpg", content: "x" })],
  ["a Word document", "table_office", zip({ name: "word/document.xml", content: "<w/>" })],
  ["a binary workbook", "table_xlsb", zip({ name: "xl/workbook.bin", content: "x" })],
  ["Numbers", "table_numbers", zip({ name: "Index/Document.iwa", content: "x" })],
  ["no workbook inside", "sheet_no_workbook", withPart("xl/workbook.xml", null)],
  ["no sheet inside", "sheet_part_missing", withPart("xl/worksheets/s0.xml", null)],
  ["no relations", "sheet_part_missing", withPart("xl/_rels/workbook.xml.rels", null)],
  ["no sheet listed", "sheet_empty", withPart("xl/workbook.xml", "<workbook/>")],
  [
    "a sheet outside",
    "sheet_part_missing",
    withPart(
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
    ),
  ],
  ["an empty sheet", "sheet_empty", book({ sheets: { A: "" } })],
  [
    "broken XML",
    "xml_syntax",
    withPart("xl/worksheets/s0.xml", "<worksheet><sheetData></worksheet>"),
  ],
  [
    "XML that ends",
    "xml_syntax",
    withPart("xl/worksheets/s0.xml", `<worksheet><sheetData>${head}`),
  ],
  [
    "a billion laughs",
    "xml_doctype",
    withPart("xl/worksheets/s0.xml", '<!DOCTYPE w [<!ENTITY a "b">]><worksheet>&a;</worksheet>'),
  ],
  ["nested XML", "xml_nested", withPart("xl/worksheets/s0.xml", "<a>".repeat(5000))],
  [
    "another encoding",
    "xml_encoding",
    withPart("xl/workbook.xml", '<?xml version="1.0" encoding="x-none"?><workbook/>'),
  ],
  ["a bomb", "zip_bomb", book({ sheets: { A: head + " ".repeat(40_000_000) } })],
  [
    "a size that lies",
    "zip_sizes_lie",
    zip(
      { name: "[Content_Types].xml", content: "" },
      { name: "xl/workbook.xml", content: "<workbook/>".padEnd(5000), size: 100 },
    ),
  ],
  ["a text out of range", "sheet_text_missing", withCell('<c t="s"><v>99999</v></c>')],
  ["a negative text", "sheet_text_missing", withCell('<c t="s"><v>-1</v></c>')],
  ["an error", "sheet_error", withCell('<c t="e"><v>#DIV/0!</v></c>')],
  ["a formula of itself, never computed", "sheet_formula", withCell('<c r="B2"><f>B2+1</f></c>')],
  ["a number that is none", "sheet_number", withCell("<c><v>1,5</v></c>")],
  ["an endless number", "sheet_number", withCell("<c><v>1e999</v></c>")],
  [
    "an ID without its last digits",
    "sheet_digits",
    withCell("<c><v>1.2345678901234568E+16</v></c>"),
  ],
  [
    "rows that go back",
    "sheet_row_order",
    book({ sheets: { A: row(2, ["dt_id"]) + row(1, ["x"]) } }),
  ],
  ["a row 0", "sheet_row_order", book({ sheets: { A: '<row r="0"/>' } })],
  ["a row beyond the last", "sheet_row_order", book({ sheets: { A: '<row r="1048577"/>' } })],
  ["a cell of another row", "sheet_row_order", withCell('<c r="B7"><v>1</v></c>')],
  ["the last column", "csv_too_many_fields", withCell('<c r="XFD2"><v>1</v></c>')],
  [
    "a long text",
    "sheet_cell_long",
    withCell(`<c t="inlineStr"><is><t>${"ab".repeat(20_000)}</t></is></c>`),
  ],
  [
    "merged cells",
    "sheet_merged",
    book({
      sheets: { A: head + row(2, ["x", 1]) },
      after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    }),
  ],
];

describe("a bad workbook", () => {
  it.each(bad)("is refused in words: %s", async (_, reason, bytes, name) => {
    const [problem] = await problemsOf(bytes, undefined, name);
    expect(problem?.reason).toBe(reason);
    expect(problem?.file).toBe(name ?? "a.xlsx");
  });

  it("is refused in each language", async () => {
    for (const locale of ["en", "es", "pt"]) {
      const path = join(import.meta.dirname, `../../../locales/${locale}/refusal.json`);
      const words = JSON.parse(await readFile(path, "utf8")) as Record<string, string>;
      expect(bad.filter(([, reason]) => !words[reason])).toEqual([]);
    }
  });

  it("of OpenDocument says what it is", async () => {
    const [problem] = await problemsOf(await fixture("results-gdal.ods"), undefined, "a.ods");
    expect(problem?.reason).toBe("table_ods");
  });

  it("that merges cells above its table is none", async () => {
    const sheets = { A: row(1, ["Title"]) + row(2, ["dt_id", "a"]) + row(3, ["x", 1]) };
    const after = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
    expect((await read(book({ sheets, after }))).rows).toHaveLength(2);
  });
});

it("a problem of a row has its cell", () => {
  const place = { sheet: "Data", head: ["time", "glass_temperature [°F]"] };
  const problem = { reason: "x", line: 17, field: "glass_temperature" };
  expect(sheetProblem(problem, place)).toMatchObject({ sheet: "Data", cell: "B17" });
  expect(sheetProblem({ reason: "x", line: 17 }, place)).toEqual({
    reason: "x",
    sheet: "Data",
    line: 17,
  });
});
