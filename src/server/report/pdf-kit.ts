// A tagged PDF that is written to a file, with what all its blocks need. The only file that loads the PDF library.
import { createRequire } from "node:module";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { escapeXml } from "../../domain/xml.ts";

/** Points; A4. */
export const MARGIN = 48;
const FOOT = 40;
export const WIDTH = 595.28;
export const HEIGHT = 841.89;
export const INK = "#1b232c";
export const SOFT = "#5b6672";
export const LINE = "#cfd6dd";

/** Points of the width between the margins. */
export const paperWidth = WIDTH - 2 * MARGIN;

type Struct = ReturnType<PDFKit.PDFDocument["struct"]>;
export type Picture = { readonly bytes: Buffer; readonly alt: string };
export type About = {
  readonly title: string;
  readonly author: string;
  readonly lang: string;
  readonly created: Date;
  /** Colour of headings and rules. */
  readonly colour: string;
  /** Left of the page number. */
  readonly foot: string;
  /** The words before and between the page numbers: page 3 of 9. */
  readonly page: (number: number, count: number) => string;
};

export type Kit = ReturnType<typeof openKit>;

/**
 * The library writes title and author into the XML of the metadata as they are, so that "R&D" makes it malformed. It gets
 * escaped ones while it writes that, and the plain ones for the rest of the file.
 */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const write: unknown = Reflect.get(doc, "_addInfo");
  if (typeof write !== "function") throw new Error("the PDF library writes its metadata otherwise");
  Reflect.set(doc, "_addInfo", () => {
    const plain = doc.info;
    doc.info = {
      ...plain,
      ...(plain.Title === undefined ? {} : { Title: escapeXml(plain.Title) }),
      ...(plain.Author === undefined ? {} : { Author: escapeXml(plain.Author) }),
    };
    write.call(doc);
    doc.info = plain;
  });
}

/** Writes to the path; `end` resolves when all is written. */
export function openKit(path: string, about: About) {
  const require = createRequire(import.meta.url);
  const fontOf = (weight: number) =>
    require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`);
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN + FOOT, left: MARGIN, right: MARGIN },
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    pdfVersion: "1.7",
    lang: about.lang,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.created },
  });
  escapeMetadata(doc);
  const file = createWriteStream(path);
  doc.pipe(file);
  doc.registerFont("text", fontOf(400)).registerFont("bold", fontOf(700));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const bottom = HEIGHT - MARGIN - FOOT;
  const room = (height: number) => {
    if (doc.y + height > bottom) doc.addPage();
  };
  /** Draws one element of the structure, in the reading order. */
  const add = (
    type: string,
    draw: () => void,
    options: { alt?: string } = {},
    into: Struct = root,
  ) => into.add(doc.struct(type as never, options, draw));
  const artifact = (draw: () => void) => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  };
  const text = (size: number, colour = INK, font = "text") =>
    doc.font(font).fontSize(size).fillColor(colour);

  const picture = (
    { bytes, alt }: Picture,
    box: { x: number; y: number; width: number; height: number },
  ) => {
    add(
      "Figure",
      () => {
        doc.image(bytes, box.x, box.y, {
          fit: [box.width, box.height],
          align: "center",
          valign: "center",
        });
      },
      { alt },
    );
  };

  const close = async () => {
    doc.end();
    await finished(file);
  };
  return { doc, root, bottom, room, add, artifact, text, picture, close };
}
