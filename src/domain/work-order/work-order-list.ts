// The work orders of a plant in a list: filtered and sorted, and the findings of one in the order of the walk.
import { addDays } from "../calendar-date.ts";
import type { ComponentType } from "../component/component.ts";
import type { DueFilter } from "../finding/finding-list.ts";
import type { FindingLife } from "../finding/finding-life.ts";
import { unfinishedStatuses } from "../finding/finding-status.ts";
import type { WorkOrder } from "./work-order.ts";
import { isHolding, workOrderStatuses, type WorkOrderStatus } from "./work-order-status.ts";

/** What is listed; null for all. */
export type WorkOrderFilter = {
  /** `active`: neither closed nor cancelled. */
  readonly status: WorkOrderStatus | "active" | null;
  readonly assignee: { readonly user: number } | { readonly crew: string } | "unassigned" | null;
  readonly due: DueFilter | null;
};
export const noOrderFilter: WorkOrderFilter = { status: null, assignee: null, due: null };
export const firstOrderFilter: WorkOrderFilter = { ...noOrderFilter, status: "active" };

type Due = Pick<WorkOrder, "status" | "due_on">;

/** Whether its day is before today, and its crew has not done it yet. */
export function isOrderOverdue({ status, due_on }: Due, today: string): boolean {
  return due_on !== null && due_on < today && (status === "open" || status === "in_work");
}

/** @param today YYYY-MM-DD */
export function passesOrderFilter(
  order: WorkOrder,
  { status, assignee, due }: WorkOrderFilter,
  today: string,
): boolean {
  if (status === "active" && !isHolding(order.status)) return false;
  if (status !== null && status !== "active" && status !== order.status) return false;
  if (assignee === "unassigned" && (order.assignee_id !== null || order.crew !== null)) {
    return false;
  }
  if (assignee !== null && assignee !== "unassigned") {
    if ("user" in assignee && order.assignee_id !== assignee.user) return false;
    if ("crew" in assignee && order.crew !== assignee.crew) return false;
  }
  const day = order.due_on;
  if (due === "none" && day !== null) return false;
  if (due === "overdue" && !isOrderOverdue(order, today)) return false;
  return due !== "week" || (day !== null && day >= today && day <= addDays(today, 7));
}

export const workOrderSorts = ["first", "due", "status", "number", "changed"] as const;
export type WorkOrderSort = (typeof workOrderSorts)[number];

/** A sorted copy. `first`: safety first, then the next day; those without a day come last. */
export function sortedOrders(orders: readonly WorkOrder[], by: WorkOrderSort): WorkOrder[] {
  const newest = (a: WorkOrder, b: WorkOrder) => b.number - a.number;
  const due = (a: WorkOrder, b: WorkOrder) => {
    const [one, other] = [a.due_on ?? "~", b.due_on ?? "~"];
    return one === other ? newest(a, b) : one < other ? -1 : 1;
  };
  const step = ({ status }: WorkOrder) => workOrderStatuses.indexOf(status);
  const safety = ({ priority }: WorkOrder) => (priority === "safety" ? 0 : 1);
  const compare: Record<WorkOrderSort, (a: WorkOrder, b: WorkOrder) => number> = {
    number: newest,
    due,
    status: (a, b) => step(a) - step(b) || due(a, b),
    first: (a, b) => safety(a) - safety(b) || due(a, b),
    changed: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at) || newest(a, b),
  };
  return orders.toSorted(compare[by]);
}

/** A place where the crew stops: a component with its findings of the order. */
export type OrderStop = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  /** Null where the present twin has it no more. */
  readonly row: number | null;
  readonly findings: readonly FindingLife[];
};

/** The findings by component, in the order in which they come. */
export function orderStops(findings: readonly FindingLife[]): OrderStop[] {
  const byPlace = Map.groupBy(
    findings,
    ({ component_type, dt_id }) => `${component_type} ${dt_id}`,
  );
  return [...byPlace.values()].map((ones) => {
    const { component_type, dt_id, row } = ones[0]!;
    return { component_type, dt_id, row, findings: ones };
  });
}

/** Whether somebody still has to see to the stop. */
export function isStopToDo({ findings }: Pick<OrderStop, "findings">): boolean {
  return findings.some(({ status }) => unfinishedStatuses.has(status));
}

/** The next stop that is to be done after this one, from the beginning again behind the last; null for none. */
export function nextStopToDo(stops: readonly OrderStop[], at: number): number | null {
  const places = stops.map((_, place) => place);
  const next = [...places.slice(at + 1), ...places.slice(0, at)].find((place) =>
    isStopToDo(stops[place]!),
  );
  return next ?? null;
}
