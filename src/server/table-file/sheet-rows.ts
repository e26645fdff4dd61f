// The rows of a sheet, one by one. What a cell does not say for certain is a fault with its sheet and cell.
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import { cellPlace, columnLetters, numberCell } from "../../domain/table/sheet-cell.ts";
import type { Cell, TakeRow } from "../../domain/table/table.ts";
import { plainText, type SheetOfBook, type Workbook } from "./workbook.ts";
import type { PartHandlers } from "./xml-part.ts";

/** The most columns of a sheet, where its reader says no other number. */
export const USUAL_COLUMNS = 256;
const MOST_ROWS = 1_048_576;
const MOST_LETTERS = 32_767;

/** Cells that are one on the sheet; columns from 0, rows from 1, both ends included. */
export type Merged = {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

export type SheetEnd = { readonly merged: readonly Merged[]; readonly hidden: readonly number[] };

export type RowTaker = {
  readonly row: TakeRow;
  /** A cell that cannot be read; its row is handed over with a blank there. */
  readonly fault: (problem: Problem) => void;
  readonly isEnough: () => boolean;
  /** A row with more cells is refused. */
  readonly most_columns: number;
};

type Open = {
  type: string;
  style: number;
  column: number;
  hasFormula: boolean;
  value: string | null;
};

/** Reads a sheet from its top; `hidden` are the rows with cells that the sheet does not show. */
export async function readRows(
  book: Workbook,
  sheet: SheetOfBook,
  taker: RowTaker,
): Promise<SheetEnd> {
  const merged: Merged[] = [];
  const hidden: number[] = [];
  let line = 0;
  let isHidden = false;
  let cells: Cell[] = [];
  let cell: Open | null = null;
  let phonetic = 0;
  let isValue = false;
  const place = (column: number) => ({
    sheet: sheet.name,
    cell: `${columnLetters(column)}${line}`,
  });
  const fault = (column: number, reason: string, values?: Problem["values"]) =>
    taker.fault({ reason, ...place(column), ...(values && { values }) });

  function take({ type, style, column, hasFormula, value }: Open): void {
    if (value === null || (value === "" && type !== "s")) {
      // A formula that yields an empty text has that as its stored value.
      if (hasFormula && type !== "str") fault(column, "sheet_formula");
      return;
    }
    const read = cellOf(book, type, style, value);
    if (typeof read === "object") fault(column, read.reason, read.values);
    else if (read !== "") {
      while (cells.length < column) cells.push("");
      cells[column] = read;
    }
  }

  const handlers: PartHandlers = {
    isEnough: taker.isEnough,
    open(element, { r = "", t = "n", s = "0", hidden: hides = "", ref = "" }) {
      isValue = false;
      if (element === "row") {
        const next = r === "" ? line + 1 : Number(r);
        if (!Number.isInteger(next) || next <= line || next > MOST_ROWS) {
          throw book.refuse({
            reason: "sheet_row_order",
            sheet: sheet.name,
            values: { row: r.slice(0, 40) },
          });
        }
        line = next;
        cells = [];
        isHidden = hides === "1" || hides === "true";
      } else if (element === "c") {
        const at = r === "" ? { column: cells.length, row: line } : cellPlace(r);
        if (at === null || at.row !== line) {
          throw book.refuse({
            reason: "sheet_row_order",
            sheet: sheet.name,
            values: { row: r.slice(0, 40) },
          });
        }
        cell = { type: t, style: Number(s), column: at.column, hasFormula: false, value: null };
      } else if (element === "f" && cell) cell.hasFormula = true;
      else if (element === "rPh") phonetic += 1;
      else if ((element === "v" || element === "t") && cell && phonetic === 0) {
        cell.value ??= "";
        isValue = true;
      } else if (element === "mergeCell") {
        const [from, to] = ref.split(":").map(cellPlace);
        if (from && to) {
          merged.push({
            name: ref,
            left: from.column,
            right: to.column,
            top: from.row,
            bottom: to.row,
          });
        }
      }
    },
    text(part) {
      if (!isValue || !cell) return;
      cell.value += part;
      if ((cell.value?.length ?? 0) > MOST_LETTERS) {
        throw book.refuse({ reason: "sheet_cell_long", ...place(cell.column) });
      }
    },
    close(element) {
      isValue = false;
      if (element === "rPh") phonetic -= 1;
      else if (element === "c" && cell) {
        const isFull = cell.value !== null && cell.value !== "";
        if (cell.column >= taker.most_columns && isFull) {
          throw book.refuse({ reason: "csv_too_many_fields", ...place(cell.column) });
        }
        take(cell);
        cell = null;
      } else if (element === "row" && cells.length > 0 && !taker.isEnough()) {
        if (isHidden) hidden.push(line);
        taker.row(cells, line);
      }
    },
  };
  try {
    await book.read(sheet.path, handlers);
  } catch (error) {
    throw inSheet(error, sheet.name, line);
  }
  return { merged, hidden };
}

/** What is wrong in the part of a sheet, with the row that was read last: people see rows, not lines of XML. */
function inSheet(error: unknown, sheet: string, row: number): unknown {
  if (!isFailure(error)) return error;
  const problems = error.problems.map((problem): Problem => {
    if (problem.sheet !== undefined || problem.values?.["entry"] === undefined) return problem;
    const { line: _, ...rest } = problem;
    return { ...rest, sheet, ...(row > 0 && { line: row }) };
  });
  return failure(error.code, ...problems);
}

type Unread = { readonly reason: string; readonly values?: NonNullable<Problem["values"]> };

/** What the value of a cell says by its type, or why it says nothing. */
function cellOf(book: Workbook, type: string, style: number, value: string): Cell | Unread {
  if (type === "s") {
    const text = /^\d+$/.test(value.trim()) ? book.texts[Number(value)] : undefined;
    return text ?? { reason: "sheet_text_missing", values: { number: value.slice(0, 20) } };
  }
  if (type === "inlineStr" || type === "str") return plainText(value);
  if (type === "b") return value.trim() === "1" ? "TRUE" : "FALSE";
  if (type === "e") return { reason: "sheet_error", values: { text: value.slice(0, 40) } };
  if (type === "d") return value.trim().replace("T", " ");
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) {
    return { reason: "sheet_number", values: { text: value.slice(0, 40) } };
  }
  return numberCell(number, book.kindOf(style), book.is1904);
}
