// The pages of a report: headings with bookmarks, text, tables that repeat their heads, maps, bars.
import { drawCard, drawCover, type Card, type Cover } from "./paper-card.ts";
import {
  HEIGHT,
  INK,
  LINE,
  MARGIN,
  openKit,
  paperWidth,
  SOFT,
  WIDTH,
  type About,
  type Picture,
} from "./pdf-kit.ts";

const BODY = 9.5;
const ZEBRA = "#f4f6f8";
/** A chapter that has less room than this begins on the next page. */
const CHAPTER_ROOM = 230;

export type TableColumn = {
  readonly title: string;
  readonly width: number;
  readonly isNumber?: boolean;
};

export type Paper = ReturnType<typeof openPaper>;

/** Writes to the path; `end` resolves when all is written. */
export function openPaper(path: string, about: About) {
  const kit = openKit(path, about);
  const { doc, root, bottom, room, add, artifact, text, picture } = kit;
  let isFirst = true;
  const paragraph = (words: string, { isSoft = false, size = BODY } = {}) => {
    text(size, isSoft ? SOFT : INK);
    const height = doc.heightOfString(words, { width: paperWidth });
    // Two lines stay together, whatever follows.
    room(Math.min(height, 3 * size));
    add("P", () => doc.text(words, MARGIN, doc.y, { width: paperWidth, lineGap: 1.5 }));
    doc.y += 5;
  };
  return {
    /** Stands among the bookmarks. The first one begins a page, after the cover. */
    chapter(title: string, { isOwnPage = false } = {}) {
      // A short chapter is followed by the next one; a page with two lines looks like a fault.
      if (isFirst || isOwnPage || doc.y + CHAPTER_ROOM > bottom) doc.addPage();
      else doc.y += 22;
      isFirst = false;
      doc.outline.addItem(title);
      text(18, about.colour, "bold");
      add("H1", () => doc.text(title, MARGIN));
      artifact(() => {
        doc
          .moveTo(MARGIN, doc.y + 4)
          .lineTo(WIDTH - MARGIN, doc.y + 4)
          .lineWidth(1.2)
          .stroke(about.colour);
      });
      doc.y += 14;
    },
    section(title: string, keep = 80) {
      room(keep);
      doc.y += 6;
      text(12, INK, "bold");
      add("H2", () => doc.text(title, MARGIN));
      doc.y += 4;
    },
    paragraph,
    /**
     * The width of the columns is a share of the paper's. The last two rows stay on one page, with a `note` below them:
     * a page with one line looks like a fault.
     */
    table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], note = "") {
      const all = columns.reduce((sum, { width }) => sum + width, 0);
      const widths = columns.map(({ width }) => (width / all) * paperWidth);
      const starts = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((a, b) => a + b, 0));
      const PAD = 4;
      const heightOf = (cells: readonly string[], font: string) => {
        text(8.5, INK, font);
        const heights = cells.map((cell, at) =>
          doc.heightOfString(cell, { width: widths[at]! - 2 * PAD }),
        );
        return Math.max(...heights) + 2 * PAD - 1;
      };
      const titles = columns.map(({ title }) => title);
      const put = (cell: string, at: number, y: number) => {
        const align = columns[at]!.isNumber ? "right" : "left";
        doc.text(cell, starts[at]! + PAD, y + PAD, { width: widths[at]! - 2 * PAD, align });
      };
      const table = doc.struct("Table");
      root.add(table);
      const headHeight = heightOf(titles, "bold");
      const drawHead = (isFirst: boolean) => {
        const y = doc.y;
        artifact(() => {
          doc.rect(MARGIN, y, paperWidth, headHeight).fill("#e8ecf0");
        });
        text(8.5, INK, "bold");
        // A repeated head is read once.
        if (isFirst) {
          const line = doc.struct("TR");
          table.add(line);
          for (const [at, title] of titles.entries()) add("TH", () => put(title, at, y), {}, line);
          line.end();
        } else for (const [at, title] of titles.entries()) artifact(() => put(title, at, y));
        doc.y = y + headHeight;
      };
      text(BODY);
      const below = note === "" ? 0 : 10 + doc.heightOfString(note, { width: paperWidth });
      const last = rows.length > 1 ? heightOf(rows.at(-1)!, "text") : 0;
      const first = rows[0] ? heightOf(rows[0], "text") : 0;
      room(headHeight + first + (rows.length > 1 ? first : 0));
      drawHead(true);
      for (const [index, cells] of rows.entries()) {
        const height = heightOf(cells, "text");
        const more =
          index === rows.length - 1 ? below : index === rows.length - 2 ? last + below : 0;
        if (doc.y + height + more > bottom) {
          doc.addPage();
          drawHead(false);
        }
        const y = doc.y;
        if (index % 2 === 1) artifact(() => doc.rect(MARGIN, y, paperWidth, height).fill(ZEBRA));
        text(8.5);
        const line = doc.struct("TR");
        table.add(line);
        for (const [at, cell] of cells.entries()) add("TD", () => put(cell, at, y), {}, line);
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
      if (note !== "") paragraph(note, { isSoft: true });
    },
    /** A picture as wide as the paper, or as high as there is room on a page, with room for its line below. */
    figure(image: Picture, aspect: number, most = 420) {
      const height = Math.min(most, paperWidth / aspect);
      room(height + 24);
      const y = doc.y;
      picture(image, { x: MARGIN, y, width: paperWidth, height });
      doc.y = y + height + 8;
    },
    /** Coloured squares with words, in lines. */
    legend(entries: readonly { readonly colour: string; readonly words: string }[]) {
      text(8.5);
      let x = MARGIN;
      room(16);
      for (const { colour, words } of entries) {
        const wide = doc.widthOfString(words) + 26;
        if (x + wide > WIDTH - MARGIN) {
          x = MARGIN;
          doc.y += 14;
        }
        const y = doc.y;
        artifact(() =>
          doc
            .rect(x, y + 1, 9, 9)
            .lineWidth(0.4)
            .fillAndStroke(colour, SOFT),
        );
        text(8.5);
        add("P", () => doc.text(words, x + 13, y, { lineBreak: false }));
        doc.y = y;
        x += wide;
      }
      doc.x = MARGIN;
      doc.y += 18;
    },
    /** A stacked bar; its numbers stand in the table beside it. */
    bar(parts: readonly { readonly colour: string; readonly count: number }[]) {
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
      doc.y += 18;
    },
    card: (card: Card) => drawCard(kit, card),
    cover: (cover: Cover) => drawCover(kit, cover, about.colour),
    async end(): Promise<{ readonly pages: number }> {
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let page = 1; page < count; page++) {
        doc.switchToPage(page);
        // What stands below the margin must not begin a new page.
        doc.page.margins.bottom = 0;
        doc.markContent("Artifact", { type: "Pagination" });
        text(8, SOFT);
        const y = HEIGHT - MARGIN - 8;
        doc.text(about.foot, MARGIN, y, { width: paperWidth - 100, height: 11, ellipsis: true });
        doc.text(about.page(page + 1, count), WIDTH - MARGIN - 100, y, {
          width: 100,
          align: "right",
        });
        doc.endMarkedContent();
      }
      await kit.close();
      return { pages: count };
    },
  };
}
