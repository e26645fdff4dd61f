// Serial numbers as a table has them: a column that names the component, and one with its number.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { limits } from "../limits.ts";
import { cellText, rowSteps, type Cell, type HeadNames, type Table } from "../table/table.ts";
import { serialRefusal } from "./serial-number.ts";

/** Heads of the column that names the component; of several the first one in this order is read. */
const componentHeads = [
  "dt_id",
  "component",
  "pcs",
  "name",
  "componente",
  "nombre",
  "nome",
  "module",
  "módulo",
] as const;
const serialHeads = [
  "serial",
  "serial_number",
  "serial number",
  "serial no",
  "serial no.",
  "s/n",
  "número de serie",
  "número de série",
] as const;

/** What the head of such a table needs. */
export const serialFileHeads: HeadNames = componentHeads.flatMap((component) =>
  serialHeads.map((serial) => [component, serial]),
);

/** Whether a table with these heads has components and serial numbers. */
export function hasSerialHead(cells: readonly string[]): boolean {
  const names = new Set(cells.map((cell) => cell.replaceAll('"', "").trim().toLowerCase()));
  return serialFileHeads.some((heads) => heads.every((head) => names.has(head)));
}

export type SerialRow = {
  readonly component: string;
  readonly serial: string;
  readonly line: number;
};

export type ReadSerials = {
  readonly rows: readonly SerialRow[];
  readonly empty_count: number;
  readonly numeric_count: number;
  /** As the file writes them, at most 20. */
  readonly unread: readonly string[];
  readonly problems: readonly Problem[];
};

export const MOST_PROBLEMS = 50;
const MOST_UNREAD = 20;

type Columns = { readonly component: number; readonly serial: number };

/** Reads the table in turns; each `yield` is a pause. */
export function* readSerials(table: Table): Generator<undefined, ReadSerials> {
  const rows: SerialRow[] = [];
  const problems: Problem[] = [];
  let unread: readonly string[] = [];
  let [empty_count, numeric_count] = [0, 0];
  let columns: Columns | null = null;
  const take = (cells: readonly Cell[], line: number) => {
    if (columns === null) {
      const head = headOf(cells);
      unread = head.unread;
      columns = head.columns ?? { component: -1, serial: -1 };
      if (head.problem) problems.push({ ...head.problem, line });
      return head.problem === null;
    }
    const cell = cells[columns.serial];
    const component = csvText(cellText(cells[columns.component])).trim();
    const serial = csvText(cellText(cell)).trim();
    if (serial === "") {
      empty_count += 1;
      return true;
    }
    const values = { value: serial.slice(0, 40) };
    if (component === "") {
      problems.push({ reason: "serial_without_component", values, line, field: "component" });
      return problems.length < MOST_PROBLEMS;
    }
    // A spreadsheet keeps fifteen digits of a number; what lies behind them is made up.
    const isRounded = typeof cell === "number" && !(Number.isInteger(cell) && cell < 1e15);
    const refusal = isRounded ? { reason: "serial_shortened" } : serialRefusal(serial);
    if (refusal) problems.push({ ...refusal, values, line, field: "serial" });
    if (typeof cell === "number") numeric_count += 1;
    rows.push({ component, serial, line });
    // One more than the file may have says that it has too many.
    return problems.length < MOST_PROBLEMS && rows.length <= limits.serialFileRows;
  };
  try {
    yield* rowSteps(table, take, serialFileHeads);
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  const read = { rows, empty_count, numeric_count, unread, problems };
  if (problems.length > 0) return read;
  if (rows.length === 0) return { ...read, problems: [{ reason: "file_empty" }] };
  if (rows.length <= limits.serialFileRows) return read;
  const values = { most: limits.serialFileRows };
  return { ...read, problems: [{ reason: "serial_file_rows", values }] };
}

function headOf(cells: readonly Cell[]): {
  readonly columns: Columns | null;
  readonly unread: readonly string[];
  readonly problem: Problem | null;
} {
  const names = cells.map((cell) => cellText(cell).toLowerCase());
  const firstOf = (heads: readonly string[]) => heads.find((head) => names.includes(head));
  const [component, serial] = [firstOf(componentHeads), firstOf(serialHeads)];
  const unread = cells
    .map((cell) => cellText(cell))
    .filter((name) => name !== "" && ![component, serial].includes(name.toLowerCase()))
    .map((name) => name.slice(0, 40))
    .slice(0, MOST_UNREAD);
  const refused = (reason: string, name: string) => ({
    columns: null,
    unread,
    problem: { reason, values: { name } },
  });
  if (component === undefined) return refused("serial_file_column", "component");
  if (serial === undefined) return refused("serial_file_column", "serial");
  const twice = [component, serial].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) return refused("serial_file_column_twice", twice);
  const columns = { component: names.indexOf(component), serial: names.indexOf(serial) };
  return { columns, unread, problem: null };
}
