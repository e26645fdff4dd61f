// A table of a report: it repeats its head on each page, and a cell may hold a bar beside the numbers.
import { columnWidths } from "./column-width.ts";
import { INK, LINE, MARGIN, paperWidth, SOFT, WIDTH, type Kit } from "./pdf-kit.ts";
import type { FontName } from "./pdf-letters.ts";

const SIZE = 8.5;
const PAD = 4;
const ZEBRA = "#f4f6f8";
const BAR = 8;

export type TableColumn = {
  readonly title: string;
  readonly width: number;
  readonly isNumber?: boolean;
};

/** Parts of the width of the cell, from its left; the numbers that they show stand in other cells. */
export type Bar = {
  readonly parts: readonly { readonly colour: string; readonly part: number }[];
  /** From where to where the true value may lie. */
  readonly range?: readonly [from: number, to: number];
};
export type Cell = string | Bar;

type Table = {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Points that stay free on the last page, for a note. */
  readonly below: number;
};

/** The width of the columns is a share of the paper's. The last two rows stay on one page, with what is below. */
export function drawTable(kit: Kit, { columns, rows, below }: Table): void {
  const { doc, bottom, room, add, open, artifact, text } = kit;
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  const widthOfWord = (cells: readonly Cell[]) =>
    Math.max(
      0,
      ...cells.flatMap((cell) =>
        typeof cell === "string" ? cell.split(/[ \n]/).map((one) => doc.widthOfString(one)) : [],
      ),
    );
  const widths = columnWidths(
    columns.map(({ title, width, isNumber = false }, at) => {
      text(SIZE, INK, "bold");
      const head = widthOfWord([title]);
      text(SIZE);
      const word = Math.max(head, widthOfWord(rows.map((cells) => cells[at] ?? "")));
      // A point more: the width of a line is rounded.
      return { width: (width / all) * paperWidth, word: word + 2 * PAD + 1, isNumber };
    }),
  );
  const starts = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((a, b) => a + b, 0));
  const heightOf = (cells: readonly Cell[], font: FontName) => {
    text(SIZE, INK, font);
    const heights = cells.map((cell, at) =>
      typeof cell === "string" ? doc.heightOfString(cell, { width: widths[at]! - 2 * PAD }) : BAR,
    );
    return Math.max(...heights) + 2 * PAD - 1;
  };
  const titles = columns.map(({ title }) => title);
  const put = (cell: string, at: number, y: number, font: FontName = "text") => {
    const { isNumber = false } = columns[at]!;
    const width = widths[at]! - 2 * PAD;
    const longest = isNumber ? widthOfWord([cell]) : 0;
    // A number without room is smaller: half of a number is another number.
    if (longest > width) text((SIZE * (width - 1)) / longest, INK, font);
    doc.text(cell, starts[at]! + PAD, y + PAD, { width, align: isNumber ? "right" : "left" });
    text(SIZE, INK, font);
  };
  const putBar = ({ parts, range }: Bar, at: number, y: number) => {
    const [left, wide] = [starts[at]! + PAD, widths[at]! - 2 * PAD];
    let x = left;
    for (const { colour, part } of parts) {
      if (part > 0) doc.rect(x, y + PAD, Math.max(0.4, part * wide), BAR).fill(colour);
      x += part * wide;
    }
    if (!range) return;
    const [from, to] = range.map((one) => left + Math.min(1, Math.max(0, one)) * wide);
    const middle = y + PAD + BAR / 2;
    doc.moveTo(from!, middle).lineTo(to!, middle);
    for (const end of [from!, to!]) doc.moveTo(end, middle - 3).lineTo(end, middle + 3);
    doc.lineWidth(0.8).stroke(INK);
  };
  const table = open("Table");
  const headHeight = heightOf(titles, "bold");
  const drawHead = (isFirst: boolean) => {
    const y = doc.y;
    artifact(() => {
      doc.rect(MARGIN, y, paperWidth, headHeight).fill("#e8ecf0");
    });
    text(SIZE, INK, "bold");
    // A repeated head is read once.
    if (isFirst) {
      const line = open("TR", table);
      const attributes = { O: "Table", Scope: "Column" };
      for (const [at, title] of titles.entries()) {
        add("TH", () => put(title, at, y, "bold"), { attributes }, line);
      }
      line.end();
    } else for (const [at, title] of titles.entries()) artifact(() => put(title, at, y, "bold"));
    doc.y = y + headHeight;
  };
  const last = rows.length > 1 ? heightOf(rows.at(-1)!, "text") : 0;
  const first = rows[0] ? heightOf(rows[0], "text") : 0;
  room(headHeight + first + (rows.length > 1 ? first : 0));
  drawHead(true);
  for (const [index, cells] of rows.entries()) {
    const height = heightOf(cells, "text");
    const more = index === rows.length - 1 ? below : index === rows.length - 2 ? last + below : 0;
    if (doc.y + height + more > bottom) {
      doc.addPage();
      drawHead(false);
    }
    const y = doc.y;
    if (index % 2 === 1) artifact(() => doc.rect(MARGIN, y, paperWidth, height).fill(ZEBRA));
    const line = open("TR", table);
    for (const [at, cell] of cells.entries()) {
      text(SIZE);
      if (typeof cell === "string") add("TD", () => put(cell, at, y), {}, line);
      else {
        artifact(() => putBar(cell, at, y));
        open("TD", line).end();
      }
    }
    line.end();
    doc.y = y + height;
  }
  table.end();
  artifact(() => {
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(WIDTH - MARGIN, doc.y)
      .lineWidth(0.6)
      .stroke(LINE);
  });
  doc.x = MARGIN;
  doc.y += 10;
}

/** A stacked bar as wide as the paper; its numbers stand in the table beside it. */
export function drawBar(
  { doc, room, artifact }: Kit,
  parts: readonly { readonly colour: string; readonly count: number }[],
): void {
  const sum = parts.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return;
  room(16);
  let x = MARGIN;
  artifact(() => {
    for (const { colour, count } of parts) {
      const wide = (count / sum) * paperWidth;
      if (wide > 0) doc.rect(x, doc.y, wide, 10).fill(colour);
      x += wide;
    }
    doc.rect(MARGIN, doc.y, paperWidth, 10).lineWidth(0.4).stroke(SOFT);
  });
  doc.y += 16;
}
