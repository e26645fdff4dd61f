// Numbers in tables of a report: a large amount stands on one line, because half of it would be read as another amount.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pageTexts } from "../../../tests/fixtures/pdf-text.ts";
import { columnWidths } from "./column-width.ts";
import { openPaper } from "./paper.ts";

const folder = mkdtempSync(join(tmpdir(), "paper-table-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a table whose first column has words, and whose others have one number each. */
async function written(numbers: readonly string[]): Promise<string> {
  const path = join(folder, "table.pdf");
  const paper = openPaper(path, {
    title: "Table",
    author: "Sun & Co",
    lang: "es",
    created: new Date("2026-11-28T08:00:00Z"),
    colour: "#123456",
    foot: "foot",
    page: (number, count) => `${number}/${count}`,
    lost: (codes) => codes,
  });
  paper.chapter("Costs");
  paper.table(
    [
      { title: "Repair", width: 2 },
      ...numbers.map((_, at) => ({ title: `C${at}`, width: 0.9, isNumber: true })),
    ],
    [["Replace module after module", ...numbers]],
  );
  await paper.end();
  return pageTexts(readFileSync(path)).join("\n");
}

it.each([
  ["pesos in three columns", ["CLP\u00A01.234.567.890", "CLP\u00A098.765.432.100", "12"]],
  [
    "more amounts than the paper has room for",
    Array.from({ length: 8 }, (_, at) => `CLP\u00A0${at + 1}.234.567.890.123`),
  ],
])("%s are not broken", async (_, numbers) => {
  const text = await written(numbers);
  for (const number of numbers) expect(text).toContain(number.replace("\u00A0", " "));
});

it("an amount and its uncertainty may stand on two lines, each of them whole", async () => {
  const amount = "CLP\u00A01.234.567.890 ±\u202FCLP\u00A098.000.000";
  const text = (await written([amount, amount, amount])).replaceAll("\u202F", " ");
  expect(text.split("CLP 1.234.567.890")).toHaveLength(4);
  expect(text.split("± CLP 98.000.000")).toHaveLength(4);
});

describe("the widths", () => {
  const of = (width: number, word: number, isNumber: boolean) => ({ width, word, isNumber });

  it("stay as they are where each number has room", () => {
    expect(columnWidths([of(200, 300, false), of(100, 90, true)])).toEqual([200, 100]);
  });

  it("fill the paper, and numbers take from words and from numbers with room to spare", () => {
    const widths = columnWidths([of(200, 20, false), of(100, 80, true), of(50, 90, true)]);
    // 40 are lacking; words can spare 80 and the other numbers 20: four to one.
    expect(widths).toEqual([168, 92, 90]);
    expect(widths.reduce((sum, one) => sum + one)).toBe(350);
  });

  it("give numbers what there is", () => {
    expect(columnWidths([of(100, 20, false), of(50, 500, true)])).toEqual([60, 90]);
  });
});
