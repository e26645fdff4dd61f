// A change of a work order that waits on this device: what its author saw, and what it shall be.
import type { OutboxFault } from "../observation/outbox.ts";
import { changedOrder, orderDifferences } from "./work-order-change.ts";
import type { WorkOrder, WorkOrderFields } from "./work-order.ts";

/** What a crew decides where it works. All else is the desk's, also who does it. */
export const fieldChoices = ["status", "start"] as const;
export type FieldChoice = (typeof fieldChoices)[number];
export type FieldSet = Pick<WorkOrderFields, FieldChoice>;

/** An order has one, with the last value of each field. */
export type KeptChange = {
  readonly order_id: number;
  /** Whose change it is. Other users of this browser do not see it. */
  readonly account_id: number;
  readonly plant_id: number;
  readonly plant_name: string;
  /** As its author saw it when the first of these changes was made. */
  readonly seen: WorkOrder;
  readonly set: FieldSet;
  /** `waiting` is sent by itself; the others need the author. */
  readonly state: "waiting" | "conflict" | "rejected";
  readonly fault: OutboxFault | null;
  /** Of a conflict: what the server has. */
  readonly current: WorkOrder | null;
  /** It was sent, and the answer is not known: the server may have it. */
  readonly isTried: boolean;
  /** How often something on the way to the server refused it, without a reason, since the server last answered it. */
  readonly refusals?: number;
  /** Counts the changes by the author, so that a change made while an older one is sent is not lost. */
  readonly edit: number;
  /** Time of this device, ISO 8601. */
  readonly written_at: string;
};

/** Whether these are fields that can wait on a device. */
export function isFieldSet(set: WorkOrderFields): set is FieldSet {
  const choices: ReadonlySet<string> = new Set(fieldChoices);
  return Object.keys(set).every((field) => choices.has(field));
}

/** The fields of `set` that the order does not have. */
export function missingIn(order: WorkOrder, set: FieldSet): FieldSet {
  const missing = new Set<string>(
    orderDifferences(order, changedOrder(order, set)).map(({ field }) => field),
  );
  return Object.fromEntries(Object.entries(set).filter(([field]) => missing.has(field)));
}

const isNothing = (set: FieldSet) => Object.keys(set).length === 0;

/**
 * What waits after another change by the author; null where the order is as it was seen. One that needs its author
 * stays so.
 */
export function withChoice(
  before: KeptChange | null,
  made: Pick<
    KeptChange,
    "account_id" | "plant_id" | "plant_name" | "seen" | "set" | "written_at" | "isTried"
  >,
): KeptChange | null {
  const known = before ?? {
    ...made,
    order_id: made.seen.id,
    state: "waiting" as const,
    fault: null,
    current: null,
    edit: 0,
  };
  const all = { ...before?.set, ...made.set };
  // What may be on the server already is taken back by being sent, too.
  const isTried = known.isTried || made.isTried;
  const set = isTried ? all : missingIn(known.current ?? known.seen, all);
  if (isNothing(set)) return null;
  return { ...known, set, isTried, edit: known.edit + 1, written_at: made.written_at };
}

/** The order as this device shows it. What was refused or is in conflict is not shown as if it were so. */
export function withKept(order: WorkOrder, kept: KeptChange | undefined): WorkOrder {
  return kept?.state === "waiting" ? { ...order, ...kept.set } : order;
}

/** What the answer of the server makes of what was sent; `answer` is the order that it has now. */
export type Sent =
  | { readonly kind: "stored"; readonly answer: WorkOrder }
  | { readonly kind: "conflict"; readonly answer: WorkOrder; readonly fault: OutboxFault }
  | { readonly kind: "refused"; readonly fault: OutboxFault };

/**
 * The change after its sending; null where nothing is left of it.
 * @param now what is kept now: its author may have changed it while it was sent
 */
export function afterSending(now: KeptChange, sent: Sent): KeptChange | null {
  const ended = { ...now, isTried: false, refusals: 0 };
  if (sent.kind === "refused") return { ...ended, state: "rejected", fault: sent.fault };
  const set = missingIn(sent.answer, now.set);
  // Its own answer was lost, or the other one has decided the same.
  if (isNothing(set)) return null;
  if (sent.kind === "stored") return { ...ended, seen: sent.answer, set, fault: null };
  const { answer: current, fault } = sent;
  return { ...ended, set, state: "conflict", fault, current };
}

/** The author's choice of a conflict or a refusal: it is sent on top of what the server has now. */
export function again(kept: KeptChange): KeptChange {
  const { current, seen } = kept;
  const state = "waiting" as const;
  return { ...kept, seen: current ?? seen, state, fault: null, current: null, edit: kept.edit + 1 };
}
