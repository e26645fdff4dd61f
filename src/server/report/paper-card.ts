// Blocks of a report that are drawn as a whole: the cover, and the card of a finding.
import { INK, LINE, MARGIN, paperWidth, SOFT, WIDTH, type Kit, type Picture } from "./pdf-kit.ts";

export type Card = {
  readonly title: string;
  /** Colour of its edge. */
  readonly mark: string;
  /** Names and values. */
  readonly facts: readonly (readonly [string, string])[];
  readonly images: readonly Picture[];
};

/** No page break divides it: name and facts stand on the left, pictures on the right. */
export function drawCard(
  { doc, room, add, artifact, text, picture }: Kit,
  { title, mark, facts, images }: Card,
): void {
  const WIDE = images.length > 0 ? paperWidth * 0.52 : paperWidth;
  text(8.5);
  // The names stand in one line where there is room: a card with pictures has half of it.
  const widest = Math.max(...facts.map(([label]) => doc.widthOfString(label)));
  const LABEL = Math.min(widest + 10, WIDE * 0.42);
  const heights = facts.map(
    ([label, value]) =>
      Math.max(
        doc.heightOfString(value, { width: WIDE - LABEL - 14 }),
        doc.heightOfString(label, { width: LABEL - 4 }),
      ) + 3,
  );
  const height = Math.max(26 + heights.reduce((a, b) => a + b, 0), images.length > 0 ? 118 : 0) + 6;
  room(height + 6);
  const top = doc.y;
  artifact(() => {
    doc.roundedRect(MARGIN, top, paperWidth, height, 3).lineWidth(0.6).stroke(LINE);
    doc.rect(MARGIN, top, 4, height).fill(mark);
  });
  text(10, INK, "bold");
  add("H3", () =>
    doc.text(title, MARGIN + 12, top + 7, { width: WIDE - 14, height: 13, ellipsis: true }),
  );
  let y = top + 24;
  for (const [at, [label, value]] of facts.entries()) {
    text(8.5, SOFT);
    add("P", () => {
      doc.text(label, MARGIN + 12, y, { width: LABEL - 4 });
      text(8.5);
      doc.text(value, MARGIN + 12 + LABEL, y, { width: WIDE - LABEL - 14 });
    });
    y += heights[at]!;
  }
  const each = (paperWidth - WIDE - 12) / Math.max(1, images.length);
  for (const [at, image] of images.entries()) {
    picture(image, {
      x: MARGIN + WIDE + at * each + 3,
      y: top + 6,
      width: each - 6,
      height: height - 12,
    });
  }
  doc.x = MARGIN;
  doc.y = top + height + 6;
}

export type Cover = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly logo: Buffer | null;
  readonly logoAlt: string;
  readonly picture: Picture | null;
};

export function drawCover(
  { doc, bottom, add, artifact, text, picture }: Kit,
  cover: Cover,
  colour: string,
): void {
  doc.addPage();
  doc.outline.addItem(cover.title);
  artifact(() => doc.rect(0, 0, WIDTH, 12).fill(colour));
  if (cover.logo) {
    const bytes = cover.logo;
    picture({ bytes, alt: cover.logoAlt }, { x: MARGIN, y: 50, width: 200, height: 60 });
  }
  doc.y = 190;
  text(28, colour, "bold");
  add("H1", () => doc.text(cover.title, MARGIN, doc.y, { width: paperWidth }));
  doc.y += 12;
  for (const line of cover.lines) {
    text(12);
    add("P", () => doc.text(line, MARGIN, doc.y, { width: paperWidth }));
    doc.y += 3;
  }
  if (cover.picture) {
    const y = Math.max(doc.y + 24, 360);
    picture(cover.picture, {
      x: MARGIN,
      y,
      width: paperWidth,
      height: Math.min(360, bottom - y),
    });
  }
}
