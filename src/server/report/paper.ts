// The pages of a report: headings with bookmarks, text, lists, tables, maps.
import {
  drawGrid,
  drawHead,
  drawTiles,
  drawWarning,
  type GridCard,
  type Head,
  type Tile,
} from "./paper-block.ts";
import { drawCard, drawCover, type Card, type Cover } from "./paper-card.ts";
import { drawBar, drawTable, type Cell, type TableColumn } from "./paper-table.ts";
import {
  HEIGHT,
  INK,
  MARGIN,
  openKit,
  paperWidth,
  SOFT,
  WIDTH,
  type About,
  type Picture,
} from "./pdf-kit.ts";
import { codesOf } from "./pdf-letters.ts";

const BODY = 9.5;
/** A chapter that has less room than this begins on the next page. */
const CHAPTER_ROOM = 170;
/** A map that has less room than this stands on the next page. */
export const FIGURE_ROOM = 250;

export type Paper = ReturnType<typeof openPaper>;

/** Writes to the path; `end` resolves when all is written. */
export function openPaper(path: string, about: About) {
  const kit = openKit(path, about);
  const { doc, root, bottom, room, add, open, artifact, text, picture } = kit;
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
    /** Stands among the bookmarks. The first one follows the head, or begins a page after the cover. */
    chapter(title: string, { isOwnPage = false, keep = CHAPTER_ROOM } = {}) {
      // A short chapter is followed by the next one; a page with two lines looks like a fault.
      const isNext = (isOwnPage && !isFirst) || doc.y + keep > bottom;
      if (isNext || !doc.page) doc.addPage();
      else doc.y += isFirst ? 8 : 18;
      isFirst = false;
      doc.outline.addItem(title);
      text(17, about.colour, "bold");
      add("H2", () => doc.text(title, MARGIN, doc.y, { width: paperWidth }));
      artifact(() => {
        doc
          .moveTo(MARGIN, doc.y + 3)
          .lineTo(WIDTH - MARGIN, doc.y + 3)
          .lineWidth(1.2)
          .stroke(about.colour);
      });
      doc.y += 11;
    },
    section(title: string, keep = 80) {
      room(keep);
      doc.y += 6;
      text(11.5, INK, "bold");
      add("H3", () => doc.text(title, MARGIN, doc.y, { width: paperWidth }));
      doc.y += 4;
    },
    /** Pages that are begun. */
    pages: () => doc.bufferedPageRange().count,
    /** Points that are left on the last page, and of a whole page. */
    left: () => ({ here: bottom - doc.y, page: bottom - MARGIN }),
    paragraph,
    /** In a frame with an edge of the colour of danger: what a reader must know before all else. */
    warning(title: string, sentences: readonly string[]) {
      drawWarning(kit, title, sentences);
    },
    /** What is to be done, in its order. */
    list(items: readonly string[]) {
      const list = open("L");
      for (const [at, words] of items.entries()) {
        text(BODY);
        const wide = paperWidth - 18;
        room(Math.min(doc.heightOfString(words, { width: wide }), 3 * BODY));
        const item = open("LI", list);
        const y = doc.y;
        text(BODY, about.colour, "bold");
        add("Lbl", () => doc.text(`${at + 1}.`, MARGIN, y, { width: 16 }), {}, item);
        text(BODY);
        add(
          "LBody",
          () => doc.text(words, MARGIN + 18, y, { width: wide, lineGap: 1.5 }),
          {},
          item,
        );
        item.end();
        doc.y += 3;
      }
      list.end();
      doc.x = MARGIN;
      doc.y += 4;
    },
    /** The width of the columns is a share of the paper's. A `note` stays with the last rows. */
    table(columns: readonly TableColumn[], rows: readonly (readonly Cell[])[], note = "") {
      text(BODY);
      const below = note === "" ? 0 : 10 + doc.heightOfString(note, { width: paperWidth });
      drawTable(kit, { columns, rows, below });
      if (note !== "") paragraph(note, { isSoft: true });
    },
    /** A picture as wide as the paper, or as high as there is room on a page, with room for `below` points below it. */
    figure(image: Picture, aspect: number, { most = 420, below = 24 } = {}) {
      const whole = Math.min(most, paperWidth / aspect);
      const left = bottom - doc.y - below;
      if (left < Math.min(whole, FIGURE_ROOM)) doc.addPage();
      const height = Math.min(whole, bottom - doc.y - below);
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
        text(8.5);
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
    bar: (parts: Parameters<typeof drawBar>[1]) => drawBar(kit, parts),
    tiles: (tiles: readonly Tile[]) => drawTiles(kit, tiles),
    grid: (cards: readonly GridCard[], columns?: number) => drawGrid(kit, cards, columns),
    card: (card: Card) => drawCard(kit, card),
    cover(cover: Cover) {
      drawCover(kit, cover, about.colour);
      // The first chapter begins the next page.
      doc.y = bottom;
    },
    head: (head: Head) => drawHead(kit, head, about.colour),
    async end(): Promise<{ readonly pages: number }> {
      const lost = kit.lost();
      if (lost.length > 0) paragraph(about.lost(codesOf(lost), lost.length), { isSoft: true });
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) {
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
