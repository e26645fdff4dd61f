// States of work orders and findings of another system, by their stable IDs. A file is taken whole or not at all.
import type { FoundDay } from "../finding/found-day.ts";
import type { Problem } from "../error.ts";
import { decisionRefusal } from "../finding/finding-change.ts";
import type { Decided, FindingFields, FindingPeople } from "../finding/finding-life.ts";
import { findingStatuses } from "../finding/finding-status.ts";
import { MAX_INTEGER } from "../id.ts";
import {
  claimIn,
  repairIn,
  findingStateChange,
  isSameState,
  outdated,
  type FindingStateChange,
} from "./finding-state.ts";
import { isFinished } from "./work-order-change.ts";
import { workOrderCode, workOrderNumber } from "./work-order-code.ts";
import { wordOf, type StateWords } from "./state-words.ts";
import { statePlace, type StateColumn, type StateEntry } from "./work-order-read.ts";
import {
  nextStatuses,
  workOrderStatuses,
  workOrderStatusRefusal,
  type WorkOrderStatus,
} from "./work-order-status.ts";
import { workOrderFieldsShape, type WorkOrderFields } from "./work-order.ts";

const MOST_PROBLEMS = 50;

/** What is known of an order that a file may name. */
export type KnownOrder = {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly status: WorkOrderStatus;
  readonly revision: number;
  readonly crew: string | null;
  readonly note: string;
  readonly assignee_id: number | null;
  /** Null without an assignee. */
  readonly assignee_name: string | null;
  readonly findings: readonly KnownFinding[];
};
type KnownFinding = Decided & {
  readonly id: number;
  readonly dt_id: string;
  /** Counts its changes. */
  readonly revision: number;
};

export type StateChange = {
  readonly order: KnownOrder;
  /** Absent fields stay. */
  readonly set: WorkOrderFields;
  /** The same as `set` without the status, with the names of people. */
  readonly fields: readonly FieldChange[];
  readonly findings: readonly FindingStateChange[];
};

export type FieldChange = {
  readonly field: TextColumn;
  readonly old_value: string | null;
  readonly new_value: string;
};

type Known = {
  readonly orders: readonly KnownOrder[];
  /** Who can be given an order. */
  readonly people: FindingPeople["users"];
  readonly words: StateWords;
  /** The day at the plant, YYYY-MM-DD. */
  readonly today: string;
  /** The day of the first survey that is known to show a finding, by its ID; none where it is not known. */
  readonly found_on: ReadonlyMap<number, FoundDay>;
};

/**
 * What the file would change, order by order, or everything that stands against it. A closed order has gone over
 * "done" in the other system, too, so that step may be missing in the file. Each `yield` is a pause.
 */
export function* stateChanges(
  entries: readonly StateEntry[],
  { orders, people, words, today, found_on }: Known,
): Generator<
  undefined,
  {
    readonly changes: readonly StateChange[];
    /** Codes of orders in the file that stay as they are. */
    readonly unchanged: readonly string[];
    readonly problems: readonly Problem[];
  }
> {
  const problems: Problem[] = [];
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byName = Map.groupBy(people, ({ name }) => name.toLowerCase());
  const drafts = new Map<number, Draft>();
  const unknown = new Set<string>();
  for (const entry of entries) {
    yield;
    const { cells } = entry;
    if (problems.length >= MOST_PROBLEMS) break;
    const refuse: Refuse = (column, reason, values = {}) => {
      problems.push({ reason, values, ...statePlace(entry, column) });
    };
    const number = workOrderNumber(cells.order ?? "");
    const order = number === null ? undefined : byNumber.get(number);
    if (!order) {
      refuse("order", "work_order_unknown", { value: (cells.order ?? "").slice(0, 40) });
      continue;
    }
    const draft = drafts.get(order.number) ?? draftOf(order);
    drafts.set(order.number, draft);
    const { revision = "" } = cells;
    if (revision !== "" && revision !== String(order.revision)) {
      refuse("revision", "work_order_changed_since", { code: workOrderCode(order.number) });
    }
    const ask: Ask = (column, known) => {
      const word = wordOf(cells[column], known, words[column]);
      const key = `${column} ${(cells[column] ?? "").toLowerCase()}`;
      // The same word of many lines is one question.
      if (word === undefined && !unknown.has(key)) {
        const value = (cells[column] ?? "").slice(0, 40);
        refuse(column, "work_order_status_unknown", { value, column });
      }
      unknown.add(key);
      return word ?? null;
    };
    takeStatus(ask("status", workOrderStatuses), draft, refuse);
    for (const column of textColumns) takeText(column, cells[column] ?? "", draft, byName, refuse);
    takeFinding(cells, draft, { ask, refuse, today, found_on });
  }
  const changes: StateChange[] = [];
  for (const draft of drafts.values()) {
    yield;
    changes.push(...changeOf(draft));
  }
  const changed = new Set(changes.map(({ order }) => order.number));
  const same = [...drafts.keys()].filter((number) => !changed.has(number));
  return {
    changes: problems.length > 0 ? [] : changes,
    unchanged: problems.length > 0 ? [] : same.map(workOrderCode),
    problems,
  };
}

type Refuse = (column: StateColumn, reason: string, values?: Problem["values"]) => void;
type Ask = <Word extends string>(
  column: "status" | "finding_status",
  known: readonly Word[],
) => Word | null;

const textColumns = ["assignee", "crew", "note"] as const;
type TextColumn = (typeof textColumns)[number];
type Text = { readonly written: string; readonly text: string; readonly set: WorkOrderFields };

type Found = Map<number, FindingFields>;
type Draft = {
  readonly order: KnownOrder;
  status?: WorkOrderStatus;
  readonly texts: Map<TextColumn, Text>;
  readonly found: Found;
  /** The findings of the order, by their IDs. */
  readonly byId: ReadonlyMap<number, KnownFinding>;
};

const draftOf = (order: KnownOrder): Draft => ({
  order,
  found: new Map(),
  texts: new Map(),
  byId: new Map(order.findings.map((one) => [one.id, one])),
});

function changeOf({ order, status, texts, found }: Draft): StateChange[] {
  const findings = order.findings.flatMap((one) => {
    const set = found.get(one.id);
    return set === undefined ? [] : findingStateChange(one, set);
  });
  const isNew = status !== undefined && status !== order.status;
  const fields = textColumns.flatMap((field): FieldChange[] => {
    const text = texts.get(field);
    const now = textIn(order, field);
    if (!text || text.text === now) return [];
    return [{ field, old_value: now === "" ? null : now, new_value: text.text }];
  });
  const set = Object.assign(
    isNew ? { status } : {},
    ...fields.map(({ field }) => texts.get(field)?.set ?? {}),
  ) as WorkOrderFields;
  const isSame = !isNew && findings.length + fields.length === 0;
  return isSame ? [] : [{ order, set, fields, findings }];
}

function takeStatus(status: WorkOrderStatus | null, draft: Draft, refuse: Refuse): void {
  if (status === null) return;
  const { order } = draft;
  if (draft.status !== undefined && draft.status !== status) {
    refuse("status", "work_order_status_twice", { code: workOrderCode(order.number) });
  }
  const isByDone = status === "closed" && nextStatuses(order.status).includes("done");
  const refusal = isByDone ? null : workOrderStatusRefusal(order.status, status);
  if (refusal && draft.status === undefined) refuse("status", refusal.reason);
  draft.status = status;
}

function textIn(order: KnownOrder, column: TextColumn): string {
  return (column === "assignee" ? order.assignee_name : order[column]) ?? "";
}

/** An empty cell leaves it as it is. */
function takeText(
  column: TextColumn,
  cell: string,
  { order, texts }: Draft,
  byName: ReadonlyMap<string, Known["people"]>,
  refuse: Refuse,
): void {
  const text = cell.replaceAll("\r\n", "\n");
  if (text === "") return;
  const code = workOrderCode(order.number);
  const before = texts.get(column);
  if (before) {
    if (before.written !== text) refuse(column, "work_order_value_twice", { code, name: column });
    return;
  }
  const isSame = text === textIn(order, column);
  if (!isSame && isFinished(order.status)) {
    refuse(column, "work_order_is_finished");
    return;
  }
  const value = text.slice(0, 40);
  const fit = byName.get(text.toLowerCase()) ?? [];
  if (column === "assignee" && !isSame && fit.length !== 1) {
    const reason = fit.length === 0 ? "work_order_assignee_unknown" : "work_order_assignee_unclear";
    refuse(column, reason, { value });
    return;
  }
  const set = column === "assignee" ? { assignee_id: fit[0]?.id } : { [column]: text };
  const parsed = workOrderFieldsShape.safeParse(isSame ? {} : set);
  const name = column === "assignee" && !isSame ? fit[0]?.name : undefined;
  if (parsed.success) texts.set(column, { written: text, text: name ?? text, set: parsed.data });
  else refuse(column, "work_order_value_invalid", { value, name: column });
}

function takeFinding(
  cells: StateEntry["cells"],
  { order, found, byId }: Draft,
  {
    ask,
    refuse,
    today,
    found_on,
  }: { ask: Ask; refuse: Refuse } & Pick<Known, "today" | "found_on">,
): void {
  const { finding_id = "", finding_status = "" } = cells;
  const code = workOrderCode(order.number);
  if (finding_id === "") {
    if (finding_status !== "") refuse("finding_id", "work_order_finding_missing", { code });
    return;
  }
  const id = /^[1-9]\d{0,9}$/.test(finding_id) ? Number(finding_id) : MAX_INTEGER + 1;
  const finding = byId.get(id);
  if (!finding) {
    refuse("finding_id", "work_order_finding_unknown", { code, value: finding_id.slice(0, 40) });
    return;
  }
  const status = ask("finding_status", findingStatuses);
  const set = {
    ...(status !== null && { status }),
    ...claimIn(cells, finding, refuse),
    ...repairIn(cells, finding, { today, found_on: found_on.get(id) }, refuse),
  };
  if (Object.keys(set).length === 0) return;
  const before = found.get(id);
  if (before !== undefined && !isSameState(finding, before, set)) {
    refuse("finding_status", "work_order_finding_twice", { value: finding_id });
  }
  const [change] = findingStateChange(finding, set);
  const old = change ? outdated(cells.finding_revision ?? "", finding, set) : null;
  if (old) refuse(old.column, old.reason, { code, name: finding.dt_id });
  // A day that the finding cannot have would be lost without a word.
  const isStated = change !== undefined || "done_on" in set;
  const refusal = isStated ? decisionRefusal(finding, set, "people") : null;
  if (refusal) {
    const isOfClaim = refusal.reason.startsWith("rma_");
    const isOfDay = refusal.field === "set.done_on";
    refuse(isOfClaim ? "rma" : isOfDay ? "done_on" : "finding_status", refusal.reason);
  }
  found.set(id, set);
}
