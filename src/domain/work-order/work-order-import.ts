// States of work orders and findings from a file of another system, by their stable IDs. A file is taken whole or not at
// all: everything that is wrong in it is named with its line and column.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { decisionRefusal } from "../finding/finding-change.ts";
import type { Decided } from "../finding/finding-life.ts";
import { findingStatuses, type FindingStatus } from "../finding/finding-status.ts";
import { MAX_INTEGER } from "../id.ts";
import { limits } from "../limits.ts";
import { cellText, eachRow, type Cell, type Heads, type Table } from "../table/table.ts";
import { workOrderCode, workOrderNumber } from "./work-order-code.ts";
import {
  nextStatuses,
  workOrderStatuses,
  workOrderStatusRefusal,
  type WorkOrderStatus,
} from "./work-order-status.ts";

const columns = ["order", "status", "revision", "finding_id", "finding_status"] as const;
type Column = (typeof columns)[number];
/** What the head of such a table needs. */
export const stateHeads: Heads = [["order"]];

/** Where a value stands: a line and a column of CSV, or a path in JSON. */
type Place = (column: Column) => Pick<Problem, "line" | "field">;
type Entry = { readonly cells: Readonly<Partial<Record<Column, string>>>; readonly place: Place };

const MOST_PROBLEMS = 50;

/** The states of a file as they stand there, or all that is wrong with how it is written. */
export function readStates(table: Table): {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
} {
  const read = table instanceof Uint8Array && isJson(table) ? readJson(table) : readRows(table);
  if (read.problems.length > 0) return read;
  if (read.entries.length === 0) return { entries: [], problems: [{ reason: "file_empty" }] };
  if (read.entries.length <= limits.workOrderFileRows) return read;
  const values = { most: limits.workOrderFileRows };
  return { entries: [], problems: [{ reason: "work_order_file_rows", values }] };
}

function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find(
    (byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf,
  );
  return first === 0x7b || first === 0x5b;
}

function readRows(table: Table) {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let head: readonly string[] | null = null;
  const take = (cells: readonly Cell[], line: number) => {
    if (head === null) {
      head = cells.map((cell) => cellText(cell).toLowerCase());
      const names = head;
      if (!names.includes("order")) {
        problems.push({ reason: "work_order_file_column", values: { name: "order" }, line });
      }
      const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
      if (twice) {
        problems.push({ reason: "work_order_file_column_twice", values: { name: twice }, line });
      }
      return;
    }
    const own: Partial<Record<Column, string>> = {};
    for (const name of columns) {
      const at = head.indexOf(name);
      if (at >= 0) own[name] = csvText(cellText(cells[at])).trim();
    }
    entries.push({ cells: own, place: (field) => ({ line, field }) });
  };
  try {
    eachRow(table, take);
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  return { entries, problems };
}

function readJson(bytes: Uint8Array): { entries: Entry[]; problems: Problem[] } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { entries: [], problems: [{ reason: "work_order_file_json" }] };
  }
  const orders = Array.isArray(value) ? value : (value as { orders?: unknown })?.orders;
  if (!Array.isArray(orders)) {
    return { entries: [], problems: [{ reason: "work_order_file_orders" }] };
  }
  const entries = orders.flatMap((order: unknown, at): Entry[] => {
    const path = `orders[${at}]`;
    const of = (record: unknown, name: Column, known?: string): string => {
      const held = (record as Record<string, unknown> | null)?.[name] ?? known ?? "";
      return typeof held === "string" || typeof held === "number" ? String(held).trim() : "{}";
    };
    const whole = {
      order: of(order, "order"),
      status: of(order, "status"),
      revision: of(order, "revision"),
    };
    const findings = (order as { findings?: unknown } | null)?.findings;
    const own: Entry = { cells: whole, place: (field) => ({ field: `${path}.${field}` }) };
    if (!Array.isArray(findings)) return [own];
    const ofFindings = findings.map((finding: unknown, index): Entry => ({
      cells: {
        order: whole.order,
        finding_id: of(finding, "finding_id"),
        finding_status: of(finding, "finding_status"),
      },
      place: (field) => ({ field: `${path}.findings[${index}].${field}` }),
    }));
    return [own, ...ofFindings];
  });
  return { entries, problems: [] };
}

/** What is known of an order that a file may name. */
export type KnownOrder = {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly status: WorkOrderStatus;
  readonly revision: number;
  readonly findings: readonly (Decided & { readonly id: number; readonly dt_id: string })[];
};

export type StateChange = {
  readonly order: KnownOrder;
  /** Absent where the file leaves it as it is. */
  readonly status?: WorkOrderStatus;
  readonly findings: readonly {
    readonly id: number;
    readonly dt_id: string;
    readonly old_value: FindingStatus;
    readonly new_value: FindingStatus;
  }[];
};

/**
 * What the file would change, order by order, or everything that stands against it. A closed order has gone over
 * "done" in the other system, too, so that step may be missing in the file.
 */
export function stateChanges(
  entries: readonly Entry[],
  known: readonly KnownOrder[],
): { readonly changes: readonly StateChange[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const byNumber = new Map(known.map((order) => [order.number, order]));
  const drafts = new Map<number, Draft>();
  for (const { cells, place } of entries) {
    if (problems.length >= MOST_PROBLEMS) break;
    const refuse = (column: Column, reason: string, values: Problem["values"] = {}) =>
      problems.push({ reason, values, ...place(column) });
    const number = workOrderNumber(cells.order ?? "");
    const order = number === null ? undefined : byNumber.get(number);
    if (!order) {
      refuse("order", "work_order_unknown", { value: (cells.order ?? "").slice(0, 40) });
      continue;
    }
    const code = workOrderCode(order.number);
    const draft: Draft = drafts.get(order.number) ?? { order, found: new Map() };
    drafts.set(order.number, draft);
    const { revision = "" } = cells;
    if (revision !== "" && revision !== String(order.revision)) {
      refuse("revision", "work_order_changed_since", { code });
    }
    const status = wordOf(cells.status, workOrderStatuses);
    if (status === undefined) {
      refuse("status", "work_order_status_unknown", { value: (cells.status ?? "").slice(0, 40) });
    } else if (status !== null) {
      if (draft.status !== undefined && draft.status !== status) {
        refuse("status", "work_order_status_twice", { code });
      }
      const isByDone = status === "closed" && nextStatuses(order.status).includes("done");
      const refusal = isByDone ? null : workOrderStatusRefusal(order.status, status);
      if (refusal && draft.status === undefined) refuse("status", refusal.reason);
      draft.status = status;
    }
    takeFinding(cells, draft, refuse);
  }
  const changes = [...drafts.values()].flatMap(({ order, status, found }): StateChange[] => {
    const findings = order.findings.flatMap(({ id, dt_id, status: old_value }) => {
      const new_value = found.get(id);
      return new_value === undefined || new_value === old_value
        ? []
        : [{ id, dt_id, old_value, new_value }];
    });
    const isNew = status !== undefined && status !== order.status;
    return isNew || findings.length > 0 ? [{ order, ...(isNew && { status }), findings }] : [];
  });
  return { changes: problems.length > 0 ? [] : changes, problems };
}

type Found = Map<number, FindingStatus>;
type Draft = { readonly order: KnownOrder; status?: WorkOrderStatus; readonly found: Found };

function takeFinding(
  { finding_id = "", finding_status = "" }: Entry["cells"],
  { order, found }: { readonly order: KnownOrder; readonly found: Found },
  refuse: (column: Column, reason: string, values?: Problem["values"]) => void,
): void {
  const code = workOrderCode(order.number);
  if (finding_id === "") {
    if (finding_status !== "") refuse("finding_id", "work_order_finding_missing", { code });
    return;
  }
  const id = /^[1-9]\d{0,9}$/.test(finding_id) ? Number(finding_id) : MAX_INTEGER + 1;
  const finding = order.findings.find((one) => one.id === id);
  if (!finding) {
    refuse("finding_id", "work_order_finding_unknown", { code, value: finding_id.slice(0, 40) });
    return;
  }
  const status = wordOf(finding_status, findingStatuses);
  if (status === undefined) {
    refuse("finding_status", "work_order_status_unknown", { value: finding_status.slice(0, 40) });
    return;
  }
  if (status === null) return;
  const before = found.get(id);
  if (before !== undefined && before !== status) {
    refuse("finding_status", "work_order_finding_twice", { value: finding_id });
  }
  const refusal = status === finding.status ? null : decisionRefusal(finding, { status }, "people");
  if (refusal) refuse("finding_status", refusal.reason);
  found.set(id, status);
}

/** The word of a cell; null for an empty one, undefined for one that is none of the words. */
function wordOf<Word extends string>(
  cell: string | undefined,
  words: readonly Word[],
): Word | null | undefined {
  const text = (cell ?? "").toLowerCase();
  return text === "" ? null : words.find((word) => word === text);
}
