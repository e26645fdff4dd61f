// A tagged PDF that is written to a file, with what all its blocks need. The only file that loads the PDF library.
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { escapeXml } from "../../domain/xml.ts";
import { useLetters, type FontName } from "./pdf-letters.ts";

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
  /** Says at the end that these letters stand as "?". @param codes "U+4E2D, U+6587" */
  readonly lost: (codes: string, count: number) => string;
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

type Attributes = Readonly<Record<string, string | readonly number[]>>;

/** The library writes attributes for its own tables alone. */
function setAttributes(element: Struct, attributes: Attributes): void {
  const { data } = Reflect.get(element, "dictionary") as { readonly data: object };
  Reflect.set(data, "A", attributes);
}

/** Writes to the path; `end` resolves when all is written. */
export function openKit(path: string, about: About) {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN + FOOT, left: MARGIN, right: MARGIN },
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    // The types of the library do not know the name.
    ...({ subset: "PDF/UA" } as object),
    pdfVersion: "1.7",
    lang: about.lang,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.created },
  });
  escapeMetadata(doc);
  const letters = useLetters(doc);
  const file = createWriteStream(path);
  doc.pipe(file);
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
    options: { alt?: string; attributes?: Attributes } = {},
    into: Struct = root,
  ) => {
    const { attributes, ...own } = options;
    const element = doc.struct(type as never, own, draw);
    if (attributes) setAttributes(element, attributes);
    into.add(element);
  };
  /** An element that has others; `end` when they are all in it. */
  const open = (type: string, into: Struct = root): Struct => {
    const element = doc.struct(type as never);
    into.add(element);
    return element;
  };
  const artifact = (draw: () => void) => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  };
  const text = (size: number, colour = INK, font: FontName = "text") => {
    letters.font(font);
    return doc.fontSize(size).fillColor(colour);
  };

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
      {
        alt,
        attributes: {
          O: "Layout",
          Placement: "Block",
          BBox: [box.x, HEIGHT - box.y - box.height, box.x + box.width, HEIGHT - box.y],
        },
      },
    );
  };

  const close = async () => {
    doc.end();
    await finished(file);
  };
  const { lost } = letters;
  return { doc, root, bottom, room, add, open, artifact, text, picture, lost, close };
}
