// Cells as XLSX (ISO/IEC 29500, SpreadsheetML): inline texts, numbers, a fixed first row in each sheet.
import { escapeXml } from "../xml.ts";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Excel takes no longer text in a cell, and no more rows in a sheet. */
const MOST_LETTERS = 32_767;
const MOST_TITLE_LETTERS = 31;
export const MOST_SHEET_ROWS = 1_048_576;

export const workbookType = `${types}.sheet`;

export type XlsxCell = string | number | null;

/** Path of a sheet in the ZIP file; the first one is 1. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;
/** What a sheet begins and ends with; the rows are between. */
export const sheetHead = `${declaration}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const sheetFoot = "</sheetData></worksheet>";

/** Every file of a workbook but its sheets: text by path. Further sheets have their number after the title. */
export function workbookFrame(title: string, sheets = 1): Record<string, string> {
  return frameOf(Array.from({ length: sheets }, (_, at) => sheetName(title, at + 1)));
}

/** The same for sheets with titles of their own, which differ. */
export function titledFrame(titles: readonly string[]): Record<string, string> {
  return frameOf(titles.map((title) => sheetName(title, 1)));
}

/** @param names of the sheets, as XML */
function frameOf(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, at) => at + 1);
  const each = (write: (number: number) => string) => numbers.map(write).join("");
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${documents}"><sheets>${each((number) => `<sheet name="${names[number - 1]}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}">${each((number) => `<Relationship Id="rId${number}" Type="${documents}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
  };
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, declaration + text]),
  );
}

/** A title as Excel takes it: no brackets or slashes, no apostrophe at its ends, at most 31 letters. */
function sheetName(title: string, number: number): string {
  const end = number === 1 ? "" : ` ${number}`;
  const name = title
    .replace(/[\\/?*[\]:]/g, " ")
    .slice(0, MOST_TITLE_LETTERS - end.length)
    .replace(/^[\s']+|[\s']+$/g, "");
  return escapeXml(name ? name + end : `Sheet${number}`);
}

/** Of each part of a workbook: the same rows make the same bytes, whenever they are written. */
export const undated = new Date(1980, 0, 1);

/** A row of a sheet; `at` is its place, and 0 is the first. */
export function rowXml(cells: readonly XlsxCell[], at: number): string {
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
