// States of work orders as a file has them: the rows of a table, or JSON. What they mean is asked in work-order-import.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { limits } from "../limits.ts";
import { cellText, rowSteps, type Cell, type HeadNames, type Table } from "../table/table.ts";
import { workOrderColumns } from "./work-order-file.ts";

const orderColumns = [
  "order",
  "status",
  "revision",
  "priority",
  "title",
  "assignee",
  "crew",
  "due_on",
  "note",
] as const;
const findingColumns = [
  "dt_id",
  "finding_status",
  "rma",
  "rma_claim",
  "rma_reason",
  "serial",
  "replaced_on",
  "parts",
  "done_on",
  "finding_revision",
  "dismiss_reason",
] as const;
const columns = [...orderColumns, "finding_id", ...findingColumns] as const;
export type StateColumn = (typeof columns)[number];
type Column = StateColumn;
/** The columns of an export. Those that are not read are no news to the reader of a preview, unless they say other things. */
const exported: ReadonlySet<string> = new Set([...workOrderColumns, "findings"]);
/** What the head of such a table needs. */
export const stateHeads: HeadNames = [["order"]];

export type StateEntry = {
  readonly cells: Readonly<Partial<Record<Column, string>>>;
  /** Where it stands: the line of a table, or the path of a record in JSON. */
  readonly at: number | string;
};
/** Where a value stands: a line and a column of CSV, or a path in JSON. */
export const statePlace = ({ at }: StateEntry, field: Column): Pick<Problem, "line" | "field"> =>
  typeof at === "number" ? { line: at, field } : { field: `${at}.${field}` };
type Entry = StateEntry;
export type ReadStates = {
  readonly entries: readonly Entry[];
  /** Columns that are neither read nor part of an export, as the file writes them. */
  readonly unread: readonly string[];
  readonly problems: readonly Problem[];
};

type Read = ReadStates;

/** Columns that a preview names. */
export const MOST_UNREAD = 20;

/**
 * The states of a file as they stand there, or all that is wrong with how it is written; each `yield` is a pause. JSON is
 * parsed in one go: a server has a process of its own for it (`isStatesJson`).
 */
export function* readStates(table: Table): Generator<undefined, Read> {
  const read = isStatesJson(table) ? readJson(table) : yield* readRows(table);
  if (read.problems.length > 0) return read;
  if (read.entries.length === 0) return refused({ reason: "file_empty" });
  if (read.entries.length <= limits.workOrderFileRows) return read;
  const values = { most: limits.workOrderFileRows };
  return refused({ reason: "work_order_file_rows", values });
}

function refused(problem: Problem): Read {
  return { entries: [], unread: [], problems: [problem] };
}

const unreadOf = (names: Iterable<string>) =>
  [...new Set(names)]
    .filter((name) => name !== "" && !exported.has(name.toLowerCase()))
    .slice(0, MOST_UNREAD);

const mark = new Set([0xef, 0xbb, 0xbf]);

export function isStatesJson(table: Table): table is Uint8Array {
  if (!(table instanceof Uint8Array)) return false;
  let at = 0;
  // Blanks, and the mark of UTF-8.
  while (at < table.length && (table[at]! <= 0x20 || mark.has(table[at]!))) at += 1;
  const first = table[at];
  return first === 0x7b || first === 0x5b;
}

function* readRows(table: Table): Generator<undefined, Read> {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let head: readonly string[] | null = null;
  let unread: readonly string[] = [];
  const take = (cells: readonly Cell[], line: number) => {
    if (head === null) {
      unread = unreadOf(cells.map((cell) => cellText(cell).slice(0, 40)));
      head = cells.map((cell) => cellText(cell).toLowerCase());
      const names = head;
      if (!names.includes("order")) {
        problems.push({ reason: "work_order_file_column", values: { name: "order" }, line });
      }
      const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
      if (twice) {
        problems.push({ reason: "work_order_file_column_twice", values: { name: twice }, line });
      }
      return problems.length === 0;
    }
    const own: Partial<Record<Column, string>> = {};
    for (const name of columns) {
      const at = head.indexOf(name);
      if (at >= 0) own[name] = csvText(cellText(cells[at])).trim();
    }
    entries.push({ cells: own, at: line });
    // One more than the file may have says that it has too many.
    return entries.length <= limits.workOrderFileRows;
  };
  try {
    yield* rowSteps(table, take, stateHeads);
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  return { entries, unread, problems };
}

function readJson(bytes: Uint8Array): Read {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return refused({ reason: "work_order_file_json" });
  }
  const orders = Array.isArray(value) ? value : (value as { orders?: unknown })?.orders;
  if (!Array.isArray(orders)) {
    return refused({ reason: "work_order_file_orders" });
  }
  const names = new Set<string>();
  const note = (record: unknown) => {
    if (typeof record !== "object" || record === null || Array.isArray(record)) return;
    for (const name of Object.keys(record)) names.add(name.slice(0, 40));
  };
  const entries: Entry[] = [];
  const of = (record: unknown, name: Column): string => {
    const held = (record as Record<string, unknown> | null)?.[name] ?? "";
    return typeof held === "string" || typeof held === "number" ? String(held).trim() : "{}";
  };
  for (const [at, order] of (orders as readonly unknown[]).entries()) {
    if (entries.length > limits.workOrderFileRows) break;
    const path = `orders[${at}]`;
    note(order);
    const whole = Object.fromEntries(orderColumns.map((name) => [name, of(order, name)]));
    entries.push({ cells: whole, at: path });
    const findings = (order as { findings?: unknown } | null)?.findings;
    if (!Array.isArray(findings)) continue;
    for (const [index, finding] of (findings as readonly unknown[]).entries()) {
      if (entries.length > limits.workOrderFileRows) break;
      note(finding);
      const own = Object.fromEntries(findingColumns.map((name) => [name, of(finding, name)]));
      const ids = { order: of(order, "order"), finding_id: of(finding, "finding_id") };
      entries.push({ cells: { ...ids, ...own }, at: `${path}.findings[${index}]` });
    }
  }
  return { entries, unread: unreadOf(names), problems: [] };
}
