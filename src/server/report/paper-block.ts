// Blocks of the short report: the head of its first page, the answers in large type, and findings with their pictures.
import { severityColours } from "../../domain/colour/palette.ts";
import { INK, LINE, MARGIN, paperWidth, SOFT, WIDTH, type Kit, type Picture } from "./pdf-kit.ts";
import type { FontName } from "./pdf-letters.ts";

export type Head = {
  readonly title: string;
  readonly line: string;
  readonly logo: Buffer | null;
  readonly logoAlt: string;
};

/** In place of a cover: title, plant and dates above the first chapter. */
export function drawHead(
  { doc, add, artifact, text, picture }: Kit,
  { title, line, logo, logoAlt }: Head,
  colour: string,
): void {
  doc.addPage();
  doc.outline.addItem(title);
  artifact(() => doc.rect(0, 0, WIDTH, 10).fill(colour));
  const LOGO = 130;
  if (logo) {
    const box = { x: WIDTH - MARGIN - LOGO, y: 24, width: LOGO, height: 38 };
    picture({ bytes: logo, alt: logoAlt }, box);
  }
  const width = logo ? paperWidth - LOGO - 16 : paperWidth;
  text(20, colour, "bold");
  add("H1", () => doc.text(title, MARGIN, 28, { width }));
  doc.y = Math.max(doc.y + 2, logo ? 62 : 0);
  text(9, SOFT);
  add("P", () => doc.text(line, MARGIN, doc.y, { width: paperWidth }));
}

export type Tile = { readonly label: string; readonly value: string; readonly note: string };

/** Side by side, as high as the highest. */
export function drawTiles({ doc, room, add, artifact, text }: Kit, tiles: readonly Tile[]): void {
  const GAP = 8;
  const WRAPPED = 11;
  const each = (paperWidth - GAP * (tiles.length - 1)) / Math.max(1, tiles.length);
  const inner = { width: each - 16 };
  const linesOf = ({ label, value, note }: Tile) =>
    [
      { words: label, size: 8, colour: SOFT, font: "text" as FontName },
      { words: value, size: 15, colour: INK, font: "bold" as FontName },
      { words: note, size: 8, colour: SOFT, font: "text" as FontName },
    ].map((line) => {
      text(line.size, line.colour, line.font);
      // A number with its range stays in one line, unless that would make it small.
      const whole = doc.widthOfString(line.words);
      if (line.words === value && whole > inner.width) {
        line.size = whole < 1.4 * inner.width ? (line.size * (inner.width - 1)) / whole : WRAPPED;
      }
      text(line.size, line.colour, line.font);
      return { ...line, height: doc.heightOfString(line.words, inner) };
    });
  const all = tiles.map(linesOf);
  const height =
    Math.max(...all.map((lines) => lines.reduce((sum, one) => sum + one.height, 0))) + 18;
  room(height);
  const top = doc.y;
  for (const [at, lines] of all.entries()) {
    const x = MARGIN + at * (each + GAP);
    artifact(() => doc.roundedRect(x, top, each, height, 4).lineWidth(0.8).stroke(LINE));
    let y = top + 7;
    for (const line of lines) {
      text(line.size, line.colour, line.font);
      add("P", () => doc.text(line.words, x + 8, y, inner));
      y += line.height + 2;
    }
  }
  doc.x = MARGIN;
  doc.y = top + height + 8;
}

/** The page breaks before it, not within. */
export function drawWarning(
  { doc, room, add, artifact, text }: Kit,
  title: string,
  sentences: readonly string[],
): void {
  const inner = { width: paperWidth - 24, lineGap: 1.5 };
  text(10.5, INK, "bold");
  const head = doc.heightOfString(title, inner);
  text(9);
  const height = sentences.reduce(
    (sum, one) => sum + doc.heightOfString(one, inner) + 3,
    head + 18,
  );
  room(height + 6);
  const top = doc.y;
  artifact(() => {
    doc
      .roundedRect(MARGIN, top, paperWidth, height, 3)
      .lineWidth(0.8)
      .stroke(severityColours.light[3]);
    doc.rect(MARGIN, top, 5, height).fill(severityColours.light[3]);
  });
  text(10.5, INK, "bold");
  add("P", () => doc.text(title, MARGIN + 14, top + 7, inner));
  let y = top + 10 + head;
  for (const sentence of sentences) {
    text(9, INK);
    add("P", () => doc.text(sentence, MARGIN + 14, y, inner));
    y += doc.heightOfString(sentence, inner) + 3;
  }
  doc.x = MARGIN;
  doc.y = top + height + 8;
}

export type GridCard = {
  readonly title: string;
  /** Colour of its edge. */
  readonly mark: string;
  readonly lines: readonly string[];
  readonly images: readonly Picture[];
};

const PICTURE = 74;
const GUTTER = 10;

/** Two beside each other, or as many as stated: pictures above, words below. No page break divides one. */
export function drawGrid(kit: Kit, cards: readonly GridCard[], columns = 2): void {
  const { doc, room, add, artifact, text, picture } = kit;
  const wide = (paperWidth - (columns - 1) * GUTTER) / columns;
  const inner = { width: wide - 18 };
  const wordsHeight = ({ lines, title }: GridCard) => {
    text(9.5, INK, "bold");
    const head = doc.heightOfString(title, inner);
    text(8);
    return lines.reduce((sum, line) => sum + doc.heightOfString(line, inner), head + 3);
  };
  for (let at = 0; at < cards.length; at += columns) {
    const beside = cards.slice(at, at + columns);
    const height = Math.max(...beside.map(wordsHeight)) + PICTURE + 20;
    room(height + 6);
    const top = doc.y;
    for (const [side, { title, mark, lines, images }] of beside.entries()) {
      const x = MARGIN + side * (wide + GUTTER);
      artifact(() => {
        doc.roundedRect(x, top, wide, height, 3).lineWidth(0.6).stroke(LINE);
        doc.rect(x, top, 4, height).fill(mark);
      });
      let y = top + PICTURE + 12;
      text(9.5, INK, "bold");
      add("H4", () => {
        doc.text(title, x + 10, y, inner);
        y = doc.y + 1;
      });
      for (const line of lines) {
        text(8);
        add("P", () => doc.text(line, x + 10, y, inner));
        y = doc.y;
      }
      const each = (wide - 16) / Math.max(1, images.length);
      for (const [place, image] of images.entries()) {
        const box = { x: x + 9 + place * each, y: top + 6, width: each - 4, height: PICTURE };
        picture(image, box);
      }
    }
    doc.x = MARGIN;
    doc.y = top + height + 7;
  }
}
