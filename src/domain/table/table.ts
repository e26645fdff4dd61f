// A table of rows that a user sent: CSV, or a sheet of a workbook. Readers of rows take both.
import { csvReader, type TableLimits } from "../result-file/csv-reader.ts";
import { finish } from "../steps.ts";

/** A text, or a number that the file holds as a number: what it means is no question. */
export type Cell = string | number;

/** `line` is that of the file, or the row of the sheet; both count from 1. */
export type TableRow = { readonly cells: readonly Cell[]; readonly line: number };

/** The bytes of a CSV file, or the rows of a sheet. */
export type Table = Uint8Array | readonly TableRow[];

/** False ends the reading where steps are read. */
export type TakeRow = (cells: readonly Cell[], line: number) => unknown;

/**
 * Tells the head of a table by its cells. A number above 0 is a head that another line of the file may be with more right:
 * the one with the highest number is it, and a file with two of them is refused. `above` are the lines before it that may
 * be the head: a row of data below one of them is none.
 */
export type HeadRule = (
  cells: readonly Cell[],
  above?: readonly (readonly Cell[])[],
) => boolean | number;
/** The names that the head of a table needs: all of one of these lists. */
export type HeadNames = readonly (readonly string[])[];
export type Heads = HeadNames | HeadRule;

export const cellText = (cell: Cell | undefined): string =>
  typeof cell === "number" ? String(cell) : (cell ?? "").trim();

type HowToRead = {
  readonly onOther?: () => void;
  readonly most?: TableLimits;
  readonly isGuessed?: boolean;
};

/** Bytes and rows between two pauses: a few milliseconds, also where each line has one letter. */
const BYTES_A_STEP = 8 * 1024;
const ROWS_A_STEP = 500;

/**
 * Calls `record` with each row that is not blank, in steps: each `yield` is a pause.
 * @param record answers false where it needs no more: nothing is read after that
 * @param heads of a file that may have titles above its head: they are passed over, as in a workbook
 * @param how `onOther` is called for a text that is read as Windows-1252; without it, such a text is refused. With
 * `isGuessed`, the line with most words is the head of a file that has none of `heads`
 * @throws Failure FILE_REFUSED with the line of the fault
 */
export function* rowSteps(
  table: Table,
  record: TakeRow,
  heads?: Heads,
  how: HowToRead = {},
): Generator<undefined, void> {
  let isOver = false;
  const take: TakeRow = (cells, line) => {
    // Spreadsheets write separators to the end of their table.
    if (isOver || cells.every((cell) => cellText(cell) === "")) return;
    isOver = record(cells, line) === false;
  };
  if (!(table instanceof Uint8Array)) {
    for (const [at, { cells, line }] of table.entries()) {
      if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      take(cells, line);
      if (isOver) return;
    }
    return;
  }
  const isHeadOf =
    heads &&
    ((cells: readonly Cell[], above?: readonly (readonly Cell[])[]) =>
      headRank(cells, heads, above));
  const reader = csvReader(take, isHeadOf, how.onOther, how.most, how.isGuessed);
  for (let at = 0; at < table.length; at += BYTES_A_STEP) {
    reader.write(table.subarray(at, at + BYTES_A_STEP));
    if (isOver) return;
    yield;
  }
  reader.end();
}

/** The same in one go, for a process in which nothing else waits. */
export function eachRow(table: Table, record: TakeRow, heads?: Heads, how: HowToRead = {}): void {
  finish(rowSteps(table, (cells, line) => void record(cells, line), heads, how));
}

/** True for the head of a table; of a rule that ranks heads, for one that is certain. */
export const isHead = (cells: readonly Cell[], heads: Heads): boolean =>
  headRank(cells, heads) === Infinity;

/** Infinity for a head that is certain, 0 for none, else as `HeadRule` says. */
export function headRank(
  cells: readonly Cell[],
  heads: Heads,
  above?: readonly (readonly Cell[])[],
): number {
  if (typeof heads === "function") {
    const found = heads(cells, above);
    return typeof found === "number" ? found : found ? Infinity : 0;
  }
  const names = new Set(cells.map((cell) => cellText(cell).toLowerCase()));
  return heads.some((needed) => needed.every((name) => names.has(name))) ? Infinity : 0;
}

/** What loggers and control systems write for a value that is missing, in words or as a number that is none. */
const missing =
  /^(?:|#?n\/?a|#?nan|null|nil|none|-{1,4}|\.{2,3}|\?+|(?:no|missing|bad|invalid)[ _]?(?:data|value|quality)?|(?:comm?|i\/?o)[ _]?(?:fail(?:ure)?|timeout|error)|timeout|error|offline|#(?:ref|value|div\/0|num|name)[!?]?)$/i;
const missingNumber = /^-(?:9{3,6}|6999|7999)(?:[.,][09]*)?$/;

/** Whether a cell says that there is no value. @param isNumber also for -9999 and the like, which no such value is */
export function isMissing(cell: Cell | undefined, isNumber = false): boolean {
  const text = cellText(cell);
  return missing.test(text) || (isNumber && missingNumber.test(text));
}

const aggregates = /^(?:avg|average|mean|smp|sample|min|max|tot|total|sum|std)?$/i;
const timeUnits = /^(?:ts|dd[./-]mm.*|yyyy.*|mm[./-]dd.*|hh.*|time|local|datetime|-)?$/i;

/**
 * The heads with the units of a row of units below them, as many loggers write it; null for another row.
 * @param isUnit whether a cell is a unit
 */
export function withUnitRow(
  heads: readonly string[],
  cells: readonly Cell[],
  time: number,
  isUnit: (text: string) => boolean,
): readonly string[] | null {
  const texts = cells.map(cellText);
  if (!timeUnits.test(texts[time] ?? "")) return null;
  const others = texts.filter((text, at) => at !== time && text !== "");
  const bare = (text: string) => text.replace(/^[([]\s*(.*?)\s*[)\]]$/, "$1");
  if (others.every((text) => aggregates.test(text))) return others.length > 0 ? heads : null;
  if (!others.every((text) => isUnit(bare(text)) || /^rn$/i.test(text))) return null;
  return heads.map((head, at) => {
    const unit = bare(texts[at] ?? "");
    return at === time || unit === "" || /[([].*[)\]]$/.test(head) ? head : `${head} (${unit})`;
  });
}
