// A workbook with one sheet that is written while it is read. zlib packs it on threads of its own.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import {
  rowXml,
  sheetFoot,
  sheetHead,
  sheetPath,
  undated,
  workbookFrame,
  type XlsxCell,
} from "../../domain/export/workbook.ts";
import "./fast-checksum.ts";

const CHUNK_LENGTH = 64 * 1024;

/** Texts never become formulas. The same rows make the same bytes. */
export function xlsxStream(title: string, rows: AsyncIterable<readonly XlsxCell[]>): Readable {
  const zip = new ZipFile();
  // Its type promises less than it is.
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  for (const [path, text] of Object.entries(workbookFrame(title))) {
    zip.addBuffer(Buffer.from(text), path, { mtime: undated });
  }
  const sheet = Readable.from(sheetTexts(rows), { objectMode: false });
  sheet.once("error", (error) => stream.destroy(error));
  // A reader that leaves must not leave the rows open.
  stream.once("close", () => sheet.destroy());
  zip.addReadStream(sheet, sheetPath(1), { mtime: undated });
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
