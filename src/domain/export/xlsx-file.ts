// The rows as an Excel workbook, compressed while it is written.
import { strToU8, Zip, ZipDeflate } from "fflate";
import { shownCell } from "./csv-file.ts";
import type { ExportCells, Pause } from "./export-request.ts";
import { eachPiece } from "./pieces.ts";
import {
  MOST_SHEET_ROWS,
  rowXml,
  sheetFoot,
  sheetHead,
  sheetPath,
  undated,
  workbookFrame,
  workbookType,
} from "./workbook.ts";

/**
 * The rows in their order, with classes as texts, below a fixed row of titles; null if cancelled.
 * Rows that do not fit into a sheet go on in the next one. Texts never become formulas.
 */
export async function xlsxExport(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  pause: Pause,
  sheetRows = MOST_SHEET_ROWS - 1,
): Promise<Blob | null> {
  const sheets = Math.max(1, Math.ceil(rows.length / sheetRows));
  const parts: BlobPart[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else parts.push(new Blob([bytes.slice()]));
  });
  const open = (path: string) => {
    const file = Object.assign(new ZipDeflate(path, { level: 1 }), { mtime: undated });
    zip.add(file);
    return file;
  };
  for (const [path, text] of Object.entries(workbookFrame(title, sheets))) {
    open(path).push(strToU8(text), true);
  }
  const titles = columns.map(({ header }) => header);
  for (let number = 1; number <= sheets; number += 1) {
    const sheet = open(sheetPath(number));
    sheet.push(strToU8(sheetHead + rowXml(titles, 0)));
    const write = (piece: Uint32Array, start: number) => {
      let text = "";
      piece.forEach((row, at) => {
        const cells = columns.map((column) => shownCell(column, row));
        text += rowXml(cells, start + at + 1);
      });
      sheet.push(strToU8(text));
    };
    const before = (number - 1) * sheetRows;
    const own = rows.subarray(before, number * sheetRows);
    const whole = { before, of: rows.length };
    if (!(await eachPiece(own, columns.length, write, pause, whole))) {
      zip.terminate();
      return null;
    }
    sheet.push(strToU8(sheetFoot), true);
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: workbookType });
}
