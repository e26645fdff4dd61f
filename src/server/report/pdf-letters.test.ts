// Letters outside of Western Europe stand on the pages of a report, and those that the font has not are said.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { accessibleFaults } from "../../../tests/fixtures/pdf-accessible.ts";
import { pageTexts } from "../../../tests/fixtures/pdf-text.ts";
import { openPaper } from "./paper.ts";

const folder = mkdtempSync(join(tmpdir(), "pdf-letters-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a paper with these words in each kind of block, without spaces: each alphabet is a piece of its own. */
async function written(words: string) {
  const path = join(folder, "one.pdf");
  const paper = openPaper(path, {
    title: words,
    author: words,
    lang: "en",
    created: new Date("2026-11-28T08:00:00Z"),
    colour: "#123456",
    foot: words,
    page: (number, count) => `${number}/${count}`,
    lost: (codes, count) => `${count} lost: ${codes}`,
  });
  paper.head({ title: words, logo: null, logoAlt: "", line: words });
  paper.chapter(words);
  paper.paragraph(words);
  paper.list([words]);
  paper.table(
    [
      { title: "a", width: 1 },
      { title: "b", width: 1, isNumber: true },
    ],
    [[words, words]],
  );
  await paper.end();
  const file = readFileSync(path);
  return { file, text: pageTexts(file).join("").replaceAll(/\s/g, "") };
}
const countOf = (text: string, words: string) => text.split(words.replaceAll(/\s/g, "")).length - 1;

it.each([
  "Świerk, Łódź – Ďáblice",
  "Παλαιόκαστρο 20 Ω Δ",
  "Солнечная станция № 4",
  "Nhà máy điện Bình Thuận",
  "plain",
])("%s stands in head, text, list, table and foot", async (words) => {
  const { file, text } = await written(words);
  expect(countOf(text, words)).toBe(8);
  expect(text).not.toContain("?");
  expect(text).not.toContain("lost");
  expect(accessibleFaults(file)).toEqual([]);
});

it("takes letters of two parts as one, and signs without a glyph in letters that say the same", async () => {
  const { text } = await written("Lo\u0301dz\u0301 \u2265 20 \u2126 \u2192 x \u2248 3");
  expect(countOf(text, "Lódź>=20Ω->x~3")).toBe(8);
  expect(text).not.toContain("lost");
});

it("says at its end which letters it has not", async () => {
  const { file, text } = await written("中文 plant");
  expect(countOf(text, "??plant")).toBe(8);
  expect(text).toContain("2lost:U+4E2D,U+6587");
  expect(accessibleFaults(file)).toEqual([]);
});
