// A workbook that is written while it is read. zlib packs it on threads of its own.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import {
  rowXml,
  sheetFoot,
  sheetHead,
  sheetPath,
  titledFrame,
  undated,
  type XlsxCell,
} from "../../domain/export/workbook.ts";
import "./fast-checksum.ts";

const CHUNK_LENGTH = 64 * 1024;

type Sheet = {
  readonly title: string;
  readonly rows: AsyncIterable<readonly XlsxCell[]>;
};

/** Texts never become formulas. The same rows make the same bytes. */
export function xlsxStream(title: string, rows: Sheet["rows"]): Readable {
  return bookStream([{ title, rows }]);
}

/** A workbook with several sheets, whose titles differ. */
export function bookStream(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile();
  // Its type promises less than it is.
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  for (const [path, text] of Object.entries(titledFrame(sheets.map(({ title }) => title)))) {
    zip.addBuffer(Buffer.from(text), path, { mtime: undated });
  }
  for (const [at, { rows }] of sheets.entries()) {
    const sheet = Readable.from(sheetTexts(rows), { objectMode: false });
    sheet.once("error", (error) => stream.destroy(error));
    // A reader that leaves must not leave the rows open.
    stream.once("close", () => sheet.destroy());
    zip.addReadStream(sheet, sheetPath(at + 1), { mtime: undated });
  }
  zip.end();
  return stream;
}

async function* sheetTexts(rows: AsyncIterable<readonly XlsxCell[]>): AsyncGenerator<Buffer> {
  let text = sheetHead;
  let at = 0;
  for await (const row of rows) {
    text += rowXml(row, at++);
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + sheetFoot);
}
