// Serial numbers as a table has them: a column that names the component, and one with its number.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { limits } from "../limits.ts";
import { cellText, rowSteps, type Cell, type Table } from "../table/table.ts";
import { isSerialHead, serialMeanings, type SerialField } from "./serial-head.ts";
import { serialRefusal } from "./serial-number.ts";

export type SerialRow = {
  /** ID or name. */
  readonly component: string;
  /** Names of what it is inside of, where the table has them. */
  readonly within: readonly string[];
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

type Columns = {
  readonly component: number;
  readonly serial: number;
  readonly within: readonly number[];
};

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
      columns = head.columns ?? { component: -1, serial: -1, within: [] };
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
    const within = columns.within.flatMap((at) => {
      const name = csvText(cellText(cells[at])).trim();
      return name === "" ? [] : [name];
    });
    rows.push({ component, within, serial, line });
    // One more than the file may have says that it has too many.
    return problems.length < MOST_PROBLEMS && rows.length <= limits.serialFileRows;
  };
  try {
    yield* rowSteps(table, take, isSerialHead);
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
  const names = cells.map((cell) => cellText(cell));
  const fields = serialMeanings(names);
  const unread = names
    .filter((name, at) => name !== "" && fields[at] === null)
    .map((name) => name.slice(0, 40))
    .slice(0, MOST_UNREAD);
  const refused = (reason: string, name: string) => ({
    columns: null,
    unread,
    problem: { reason, values: { name } },
  });
  const columnsOf = (field: SerialField) =>
    fields.flatMap((one, at) => (one === field ? [at] : []));
  const [component, otherComponent] = columnsOf("component_name");
  if (component === undefined) return refused("serial_file_column", "component");
  const [serial, otherSerial] = columnsOf("serial");
  if (serial === undefined) return refused("serial_file_column", "serial");
  const twice = otherComponent ?? otherSerial;
  if (twice !== undefined) return refused("serial_file_column_twice", names[twice]!);
  const within = [...columnsOf("parent_name"), ...columnsOf("group_name")];
  return { columns: { component, serial, within }, unread, problem: null };
}
