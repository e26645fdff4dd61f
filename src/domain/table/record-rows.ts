// Rows of a table that become records: one row each, its columns by the names of fields.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { cellText, rowSteps, type Cell, type HeadNames, type Table } from "./table.ts";

/** The heads of each field in the languages of the product, in lower case. */
export type FieldHeads<Field extends string> = Readonly<Record<Field, readonly string[]>>;

export type RecordRow<Field extends string> = {
  /** Of the file, or the row of the sheet; from 1. */
  readonly line: number;
  /** "" for a blank cell; absent where the table has no such column. */
  readonly texts: Readonly<Partial<Record<Field, string>>>;
};

export type RecordRows<Field extends string> = {
  readonly rows: readonly RecordRow<Field>[];
  readonly problems: readonly Problem[];
};

const MOST_PROBLEMS = 50;
/** A spreadsheet keeps fifteen digits of a number; what lies behind them is made up. */
const FULL_DIGITS = 1e15;

/** The field that a head names; null for none. */
export function fieldOfHead<Field extends string>(
  heads: FieldHeads<Field>,
  head: string,
): Field | null {
  const name = head.trim().toLowerCase();
  const fields = Object.keys(heads) as Field[];
  return fields.find((field) => field === name || heads[field].includes(name)) ?? null;
}

/** What the head of such a table needs: a name of the field without which there is no record. */
export const headsWith = <Field extends string>(
  heads: FieldHeads<Field>,
  field: Field,
): HeadNames => [[field], ...heads[field].map((name) => [name])];

/**
 * The rows of the table, or everything that is wrong with its head and cells; each `yield` is a pause.
 * @param kind `needed` are the fields without which no record can be made
 * @param most rows; one with more is refused, and not read to its end
 */
export function* readRecordRows<Field extends string>(
  table: Table,
  kind: {
    readonly heads: FieldHeads<Field>;
    readonly first: Field;
    readonly needed: readonly Field[];
  },
  most: number,
): Generator<undefined, RecordRows<Field>> {
  const rows: RecordRow<Field>[] = [];
  const problems: Problem[] = [];
  let head: readonly (Field | null)[] | null = null;
  let count = 0;
  const take = (cells: readonly Cell[], line: number) => {
    if (head === null) {
      head = cells.map((cell) => fieldOfHead(kind.heads, cellText(cell)));
      problems.push(...headProblems(head, kind.needed, line));
      return problems.length === 0;
    }
    count += 1;
    if (problems.length >= MOST_PROBLEMS || count > most) return false;
    const read = textsOf(head, cells, line);
    problems.push(...read.problems);
    rows.push({ line, texts: read.texts });
    return true;
  };
  try {
    yield* rowSteps(table, take, headsWith(kind.heads, kind.first));
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  if (count > most) problems.unshift({ reason: "table_rows", values: { most } });
  if (problems.length === 0 && count === 0) problems.push({ reason: "file_empty" });
  return { rows: problems.length > 0 ? [] : rows, problems };
}

function headProblems<Field extends string>(
  head: readonly (Field | null)[],
  needed: readonly Field[],
  line: number,
): Problem[] {
  const twice = head.filter((field, at) => field !== null && head.indexOf(field) < at);
  const missing = needed.filter((field) => !head.includes(field));
  return [
    ...[...new Set(twice)].map((name) => problem("table_column_twice", name ?? "", line)),
    ...missing.map((name) => problem("table_column_missing", name, line)),
  ];
}

const problem = (reason: string, name: string, line: number): Problem => ({
  reason,
  values: { name },
  line,
});

function textsOf<Field extends string>(
  head: readonly (Field | null)[],
  cells: readonly Cell[],
  line: number,
) {
  const texts: Partial<Record<Field, string>> = {};
  const problems: Problem[] = [];
  const found = cells.findLastIndex((cell) => cellText(cell) !== "") + 1;
  // A separator within a text makes one cell more, and the texts behind it stand in other columns.
  if (found > head.length) {
    const values = { expected: head.length, found };
    return { texts, problems: [{ reason: "csv_field_count", values, line }] };
  }
  for (const [at, field] of head.entries()) {
    if (field === null) continue;
    const cell = cells[at] ?? "";
    const text = csvText(cellText(cell)).trim();
    const isWhole = typeof cell !== "number" || (Number.isInteger(cell) && cell < FULL_DIGITS);
    if (!isWhole) {
      const values = { value: text.slice(0, 40) };
      problems.push({ reason: "serial_shortened", values, line, field });
    }
    texts[field] = text;
  }
  return { texts, problems };
}

/** How two texts are compared that people write: without case, accents and spaces around them. */
export const plainText = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[\s_]+/g, " ")
    .trim()
    .toLowerCase();
