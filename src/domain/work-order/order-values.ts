// What a line of a file of states says of an order besides its status: who sees to it, by when, how urgent it is, a note.
import type { Problem } from "../error.ts";
import type { FindingPeople } from "../finding/finding-life.ts";
import { isSpreadsheetForm } from "../table/spreadsheet-form.ts";
import { isFinished } from "./work-order-change.ts";
import { workOrderCode } from "./work-order-code.ts";
import type { KnownOrder } from "./known-order.ts";
import type { StateEntry } from "./work-order-read.ts";
import { workOrderFieldsShape, type WorkOrderFields } from "./work-order.ts";

/** The columns, in the order in which a preview says them. */
export const valueColumns = ["priority", "assignee", "crew", "due_on", "note"] as const;
type ValueColumn = (typeof valueColumns)[number];
type Value = { readonly written: string; readonly text: string; readonly set: WorkOrderFields };
export type OrderValues = Map<ValueColumn, Value>;

export type FieldChange = {
  readonly field: ValueColumn;
  /** As a file has it: a day is YYYY-MM-DD. Null for none. */
  readonly old_value: string | null;
  readonly new_value: string;
};

type Refuse = (column: ValueColumn, reason: string, values?: Problem["values"]) => void;
type People = ReadonlyMap<string, FindingPeople["users"]>;
type Draft = { readonly order: KnownOrder; readonly values: OrderValues };

const valueIn = (order: KnownOrder, column: ValueColumn): string =>
  (column === "assignee" ? order.assignee_name : order[column]) ?? "";

/** Takes what the cells of a line state; an empty cell leaves it as it is. `priority` is one of our own words. */
export function takeValues(
  cells: StateEntry["cells"],
  draft: Draft,
  byName: People,
  refuse: Refuse,
): void {
  for (const column of valueColumns) takeValue(column, cells[column] ?? "", draft, byName, refuse);
}

function takeValue(
  column: ValueColumn,
  cell: string,
  { order, values }: Draft,
  byName: People,
  refuse: Refuse,
): void {
  const text = cell.replaceAll("\r\n", "\n");
  if (text === "") return;
  const code = workOrderCode(order.number);
  const before = values.get(column);
  if (before) {
    if (before.written !== text) refuse(column, "work_order_value_twice", { code, name: column });
    return;
  }
  const now = valueIn(order, column);
  const isSame = text === now || (column === "due_on" && isSameDay(text, now));
  if (!isSame && isFinished(order.status)) {
    refuse(column, "work_order_is_finished");
    return;
  }
  const value = text.slice(0, 40);
  if (column !== "due_on" && isSpreadsheetForm(now, text)) {
    refuse(column, "work_order_spreadsheet", { stored: now, value, name: column });
    return;
  }
  const fit = byName.get(text.toLowerCase()) ?? [];
  if (column === "assignee" && !isSame && fit.length !== 1) {
    const reason = fit.length === 0 ? "work_order_assignee_unknown" : "work_order_assignee_unclear";
    refuse(column, reason, { value });
    return;
  }
  const set = column === "assignee" ? { assignee_id: fit[0]?.id } : { [column]: text };
  const parsed = workOrderFieldsShape.safeParse(isSame ? {} : set);
  const name = column === "assignee" && !isSame ? fit[0]?.name : undefined;
  const stated = isSame ? now : (name ?? text);
  if (parsed.success) values.set(column, { written: text, text: stated, set: parsed.data });
  else if (column === "due_on") refuse(column, "work_order_day_invalid", { value, name: column });
  else refuse(column, "work_order_value_invalid", { value, name: column });
}

/**
 * Whether a spreadsheet wrote the day in another way: 24/12/2026, 12/24/26 or 2026-12-24 00:00 for 2026-12-24. A day up to
 * the 12th has two meanings then, and is refused.
 */
function isSameDay(text: string, day: string): boolean {
  const [year = "", month = "", date = ""] = day.split("-");
  const own = text.trim().replace(/[ T]0?0:00(?::00(?:\.0+)?)?Z?$/, "");
  if (own === day) return true;
  const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/.exec(own);
  if (!written || (Number(date) <= 12 && date !== month)) return false;
  const [, first, , second, ofYear = ""] = written;
  const pair = [Number(first), Number(second)].toSorted((a, b) => a - b);
  const wanted = [Number(month), Number(date)].toSorted((a, b) => a - b);
  return year.endsWith(ofYear) && pair.every((number, at) => number === wanted[at]);
}

/** What of it differs from the order, for a preview and for the change. */
export function valueChanges(
  order: KnownOrder,
  values: OrderValues,
): { readonly fields: readonly FieldChange[]; readonly set: WorkOrderFields } {
  const fields = valueColumns.flatMap((field): FieldChange[] => {
    const value = values.get(field);
    const now = valueIn(order, field);
    if (!value || value.text === now) return [];
    return [{ field, old_value: now === "" ? null : now, new_value: value.text }];
  });
  const set: WorkOrderFields = Object.assign(
    {},
    ...fields.map(({ field }) => values.get(field)?.set ?? {}),
  );
  return { fields, set };
}
