// States of work orders and findings of another system, by their stable IDs. A file is taken whole or not at all.
import type { FoundDay } from "../finding/found-day.ts";
import type { Problem } from "../error.ts";
import { decisionRefusal } from "../finding/finding-change.ts";
import type { FindingFields, FindingPeople } from "../finding/finding-life.ts";
import { findingStatuses } from "../finding/finding-status.ts";
import { MAX_INTEGER } from "../id.ts";
import { isSpreadsheetForm } from "../table/spreadsheet-form.ts";
import {
  claimIn,
  dismissalIn,
  repairIn,
  findingStateChange,
  isSameState,
  outdated,
  type FindingStateChange,
} from "./finding-state.ts";
import type { KnownFinding, KnownOrder } from "./known-order.ts";
import { takeValues, valueChanges, type FieldChange, type OrderValues } from "./order-values.ts";
import { workOrderCode, workOrderNumber } from "./work-order-code.ts";
import { wordOf, type StateWords } from "./state-words.ts";
import { statePlace, type StateColumn, type StateEntry } from "./work-order-read.ts";
import {
  nextStatuses,
  workOrderStatuses,
  workOrderStatusRefusal,
  type WorkOrderStatus,
} from "./work-order-status.ts";
import { workOrderPriorities, type WorkOrderFields } from "./work-order.ts";

const MOST_PROBLEMS = 50;

export type StateChange = {
  readonly order: KnownOrder;
  /** Absent fields stay. */
  readonly set: WorkOrderFields;
  /** The same as `set` without the status, with the names of people. */
  readonly fields: readonly FieldChange[];
  readonly findings: readonly FindingStateChange[];
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
    /** Columns of an export that are never taken from a file, and say other things in this one. */
    readonly others: readonly string[];
    readonly problems: readonly Problem[];
  }
> {
  const problems: Problem[] = [];
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byName = Map.groupBy(people, ({ name }) => name.toLowerCase());
  const drafts = new Map<number, Draft>();
  const unknown = new Set<string>();
  const others = new Set<string>();
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
        const what = column === "priority" ? "priority" : "status";
        refuse(column, `work_order_${what}_unknown`, { value, column });
      }
      unknown.add(key);
      return word ?? null;
    };
    takeStatus(ask("status", workOrderStatuses), draft, refuse);
    const priority = ask("priority", workOrderPriorities) ?? "";
    takeValues({ ...cells, priority }, draft, byName, refuse);
    for (const name of otherValues(cells, draft)) others.add(name);
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
    others: [...others],
    problems,
  };
}

type Refuse = (column: StateColumn, reason: string, values?: Problem["values"]) => void;
type Ask = <Word extends string>(column: keyof StateWords, known: readonly Word[]) => Word | null;

/** Of a text that is known and that a spreadsheet has changed: as a new one it would take the place of what people wrote. */
const refuseForm = (column: StateColumn, stored: string, value: string, refuse: Refuse) =>
  refuse(column, "work_order_spreadsheet", { stored, value, name: column });

type Found = Map<number, FindingFields>;
type Draft = {
  readonly order: KnownOrder;
  status?: WorkOrderStatus;
  readonly values: OrderValues;
  readonly found: Found;
  /** The findings of the order, by their IDs. */
  readonly byId: ReadonlyMap<number, KnownFinding>;
};

const draftOf = (order: KnownOrder): Draft => ({
  order,
  found: new Map(),
  values: new Map(),
  byId: new Map(order.findings.map((one) => [one.id, one])),
});

function changeOf({ order, status, values, found }: Draft): StateChange[] {
  const findings = order.findings.flatMap((one) => {
    const set = found.get(one.id);
    return set === undefined ? [] : findingStateChange(one, set);
  });
  const isNew = status !== undefined && status !== order.status;
  const { fields, set: valued } = valueChanges(order, values);
  const set: WorkOrderFields = { ...(isNew && { status }), ...valued };
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

/** Columns of the line that are never taken from a file, and say other things than what is known. */
function otherValues(cells: StateEntry["cells"], { order, byId }: Draft): string[] {
  const finding = byId.get(Number(cells.finding_id));
  const known = {
    title: order.title,
    serial: finding?.serial ?? null,
    replaced_on: finding?.replaced_on ?? null,
  } as const;
  return (["title", "serial", "replaced_on"] as const).filter(
    (name) => (cells[name] ?? "") !== "" && cells[name] !== known[name],
  );
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
  const { dt_id = "" } = cells;
  if (dt_id !== "" && dt_id !== finding.dt_id.trim()) {
    const value = dt_id.slice(0, 40);
    // A line that slipped, or whose number was mistyped, would change the finding of another component.
    if (isSpreadsheetForm(finding.dt_id, dt_id)) refuseForm("dt_id", finding.dt_id, value, refuse);
    else refuse("dt_id", "work_order_finding_component", { id, name: finding.dt_id, value });
    return;
  }
  const status = ask("finding_status", findingStatuses);
  const set = {
    ...(status !== null && { status }),
    ...dismissalIn(cells, finding, status, refuse),
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
    const isOfReason = refusal.field === "set.reason";
    const column = isOfDay ? "done_on" : isOfReason ? "dismiss_reason" : "finding_status";
    refuse(isOfClaim ? "rma" : column, refusal.reason);
  }
  found.set(id, set);
}
