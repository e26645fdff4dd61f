// The sheet of a workbook that holds a table: found by its head, read row by row.
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { wordCount } from "../../domain/table/guessed-head.ts";
import { bestHead, isSecondHead, type HeadLine } from "../../domain/table/head-line.ts";
import { columnLetters } from "../../domain/table/sheet-cell.ts";
import {
  cellText,
  headRank,
  type Cell,
  type Heads,
  type TakeRow,
} from "../../domain/table/table.ts";
import type { ZipBytes } from "../zip/zip-archive.ts";
import { readRows, USUAL_COLUMNS, type Merged } from "./sheet-rows.ts";
import { openWorkbook, type SheetOfBook, type Workbook } from "./workbook.ts";

/** A head is looked for in this many rows: sheets often begin with a title. */
const HEAD_ROWS = 20;
const MOST_FAULTS = 50;

type Asked = {
  readonly file: string;
  readonly heads: Heads;
  /** The sheet that a user chose; undefined where the head decides. */
  readonly sheet?: string | undefined;
  /** Sheets that a user chose in several workbooks: the first that this one has counts. */
  readonly sheets?: readonly string[] | undefined;
  readonly most_columns?: number | undefined;
  /** Without a known head, the row of the first ones that has most words is it: titles may stand above. */
  readonly isGuessed?: boolean | undefined;
};

export type ReadTable = {
  readonly sheet: string;
  /** The head as it stands there: its columns name the cells of problems. */
  readonly head: readonly string[];
  /** What was read although the sheet does not show it. */
  readonly notes: readonly Problem[];
};

/**
 * Calls `record` with the head, then with each row below it that is not blank.
 * @throws Failure FILE_REFUSED with the sheets where several have a head, or with every cell that says nothing for certain
 */
export async function readTable(from: ZipBytes, asked: Asked, record: TakeRow): Promise<ReadTable> {
  const book = await openWorkbook(from, asked.file);
  try {
    const { sheet, line: headLine, others } = await sheetOf(book, asked);
    const read = await readSheet(book, { ...asked, sheet, headLine }, record);
    return { ...read, notes: [...read.notes, ...others] };
  } finally {
    book.close();
  }
}

type Found = { readonly sheet: SheetOfBook };

/** The sheet, and a note of those with cells that are not read. Of a chosen one the user has seen the others. */
type Chosen = Found & { readonly line: number; readonly others: readonly Problem[] };

async function sheetOf(book: Workbook, asked: Asked): Promise<Chosen> {
  const has = (wanted: string) => book.sheets.some(({ name }) => name === wanted);
  const { sheet = asked.sheets?.find(has) } = asked;
  if (sheet !== undefined) {
    const chosen = book.sheets.find(({ name }) => name === sheet);
    if (chosen) {
      return {
        sheet: chosen,
        line: (await headOf(book, chosen, asked)).line(),
        others: [],
      };
    }
    const offered = book.sheets.map(({ name }) => name).join(", ");
    throw book.refuse({ reason: "sheet_unknown", values: { name: sheet, offered } });
  }
  const found: (Found & Awaited<ReturnType<typeof headOf>>)[] = [];
  for (const one of book.sheets) {
    const head = await headOf(book, one, asked);
    if (head.first > 0) found.push({ sheet: one, ...head });
  }
  const known = found.filter(({ isKnown }) => isKnown);
  const shown = known.filter((one) => !one.sheet.isHidden);
  const candidates = shown.length > 0 ? shown : known;
  const [first, second] = candidates;
  if (second) {
    const { file } = problemOf(book);
    const choices = candidates.map((one): Problem => ({
      reason: "sheet_choice",
      ...(file !== undefined && { file }),
      sheet: one.sheet.name,
    }));
    throw failure("FILE_REFUSED", ...choices);
  }
  // Without a head, the reader of the rows says which names it needs.
  const chosen = first ?? found.find((one) => !one.sheet.isHidden) ?? found[0];
  if (chosen) {
    const others = unreadSheets(found, chosen);
    return { sheet: chosen.sheet, line: chosen.line(), others };
  }
  throw book.refuse({ reason: "sheet_empty" });
}

const MOST_NAMES = 5;

function unreadSheets(found: readonly Found[], chosen: Found): Problem[] {
  const names = found.filter((one) => one !== chosen).map(({ sheet: { name } }) => name);
  if (names.length === 0) return [];
  const listed = [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ["…"] : [])];
  const values = { count: names.length, names: listed.join(", ") };
  return [{ reason: "sheet_not_read", values }];
}

function problemOf(book: Workbook): Problem {
  const error = book.refuse({ reason: "" });
  return (isFailure(error) ? error.problems[0] : undefined) ?? { reason: "" };
}

/** The lines that may be the head, else the first row with cells or most words; `first` is 0 for an empty sheet. */
async function headOf(
  book: Workbook,
  sheet: SheetOfBook,
  { heads, most_columns = USUAL_COLUMNS, isGuessed = false }: Asked,
) {
  let first = 0;
  let most_words = 0;
  const lines: HeadLine[] = [];
  const above: (readonly Cell[])[] = [];
  let isCertain = false;
  let rows = 0;
  await readRows(book, sheet, {
    row(cells, line) {
      if (!isFull(cells)) return;
      rows += 1;
      const words = isGuessed ? wordCount(cells) : 0;
      if (first === 0 || words > most_words) [first, most_words] = [line, words];
      const rank = isCertain ? 0 : headRank(cells, heads, above);
      if (rank > 0) above.push(cells);
      isCertain ||= rank === Infinity;
      lines.push({ line, rank, text: cells.map(cellText).join("\t") });
    },
    fault: () => undefined,
    isEnough: () => isCertain || rows >= HEAD_ROWS,
    most_columns,
  });
  const place = { sheet: sheet.name, head: [] };
  return {
    first,
    isKnown: lines.some(({ rank }) => rank > 0),
    /** Asked of the sheet that is read alone: in another one, two lines may be the head. */
    line: () => inSheet(place, () => bestHead(lines))?.line ?? first,
  };
}

const isFull = (cells: readonly Cell[]) => cells.some((cell) => cellText(cell) !== "");

async function readSheet(
  book: Workbook,
  {
    file,
    heads,
    sheet,
    headLine,
    most_columns = USUAL_COLUMNS,
  }: Pick<Asked, "file" | "heads" | "most_columns"> & { sheet: SheetOfBook; headLine: number },
  record: TakeRow,
): Promise<ReadTable> {
  const faults: Problem[] = [];
  let head: readonly string[] = [];
  let last = 0;
  const refuseFaults = () => {
    if (faults.length > 0) throw failure("FILE_REFUSED", ...faults);
  };
  const { merged, hidden } = await readRows(book, sheet, {
    row(cells, line) {
      if (line < headLine || !isFull(cells)) return;
      if (line === headLine) head = cells.map(cellText);
      else if (isSecondHead(head, cells, (row) => headRank(row, heads))) {
        faults.push({ file, reason: "table_second_head", sheet: sheet.name, line });
      }
      last = line;
      // Blank cells at the end of a row are not stored.
      const filled = [...cells, ...Array<Cell>(Math.max(0, head.length - cells.length)).fill("")];
      if (faults.length === 0) inSheet({ sheet: sheet.name, head }, () => record(filled, line));
    },
    fault(problem) {
      const row = Number(/\d+$/.exec(problem.cell ?? "")?.[0] ?? 0);
      if (row < headLine) return;
      faults.push({ file, ...problem });
      if (faults.length >= Math.min(MOST_FAULTS, limits.reportedProblems)) refuseFaults();
    },
    isEnough: () => false,
    most_columns,
  });
  for (const one of merged) {
    const isInside = one.bottom >= headLine && one.top <= last && one.left < head.length;
    if (isInside) faults.push(mergedFault(file, sheet.name, one));
  }
  refuseFaults();
  const below = hidden.filter((line) => line >= headLine);
  const notes: Problem[] =
    below.length > 0
      ? [
          {
            reason: "sheet_hidden_rows",
            sheet: sheet.name,
            values: { rows: below.length, number: below[0]! },
          },
        ]
      : [];
  return { sheet: sheet.name, head, notes };
}

const mergedFault = (file: string, sheet: string, { name, left, top }: Merged): Problem => ({
  reason: "sheet_merged",
  file,
  sheet,
  cell: `${columnLetters(left)}${top}`,
  values: { range: name.slice(0, 40) },
});

/** Where problems stand that name a line, and perhaps a column by its name. */
export type SheetPlace = { readonly sheet: string; readonly head: readonly string[] };

/** A problem of a row as one of a sheet: with its cell where it names a column, else with its row. */
export function sheetProblem(problem: Problem, { sheet, head }: SheetPlace): Problem {
  if (problem.sheet !== undefined || problem.line === undefined) return problem;
  const wanted = problem.field?.toLowerCase();
  // A unit in brackets may stand after the name.
  const column = head.findIndex(
    (name) => wanted !== undefined && name.toLowerCase().replace(/\s*[[(].*$/, "") === wanted,
  );
  const { line, ...rest } = problem;
  return column < 0
    ? { ...rest, line, sheet }
    : { ...rest, sheet, cell: `${columnLetters(column)}${line}` };
}

/** Runs what may refuse the file, and gives its problems their place in the sheet. */
export function inSheet<T>(place: SheetPlace, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw failure(error.code, ...error.problems.map((problem) => sheetProblem(problem, place)));
  }
}
