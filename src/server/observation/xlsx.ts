// A sheet of cells as XLSX (ISO/IEC 29500, SpreadsheetML): inline texts, numbers, a fixed first row.
import { strToU8, zipSync } from "fflate";
import { escapeXml } from "../../domain/xml.ts";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Excel takes no longer text in a cell. */
const MOST_LETTERS = 32_767;
const MOST_TITLE_LETTERS = 31;

export type XlsxCell = string | number | null;

/** The bytes of a workbook with one sheet. Texts never become formulas. */
export function xlsxFile(title: string, rows: readonly (readonly XlsxCell[])[]): Uint8Array {
  const name = escapeXml(
    title
      .replace(/[\\/?*[\]:]/g, " ")
      .slice(0, MOST_TITLE_LETTERS)
      .trim(),
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${documents}"><sheets><sheet name="${name || "Sheet1"}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rows.map(rowXml).join("")}</sheetData></worksheet>`,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, strToU8(declaration + text)]),
    ),
  );
}

function rowXml(cells: readonly XlsxCell[], at: number): string {
  return `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, at, column)).join("")}</row>`;
}

function cellXml(cell: XlsxCell, row: number, column: number): string {
  if (cell === null || cell === "") return "";
  const place = `${columnName(column)}${row + 1}`;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  const text = escapeXml(cell.slice(0, MOST_LETTERS));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? "" : columnName(rest)) + String.fromCharCode(65 + (index % 26));
}
