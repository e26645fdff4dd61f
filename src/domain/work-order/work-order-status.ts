// The status of a work order: which there are, and which follows which.
import type { Refusal } from "../error.ts";

/** `done`: the crew has finished. `closed`: the office has checked it. */
export const workOrderStatuses = ["open", "in_work", "done", "closed", "cancelled"] as const;
export type WorkOrderStatus = (typeof workOrderStatuses)[number];

/** Those that hold their findings: a finding is in at most one of them. */
export const holdingStatuses = ["open", "in_work", "done"] as const satisfies WorkOrderStatus[];
const holding: ReadonlySet<WorkOrderStatus> = new Set(holdingStatuses);

/** Whether an order with this status holds its findings. */
export function isHolding(status: WorkOrderStatus): boolean {
  return holding.has(status);
}

/** An order is reopened to where it was before, so that nothing is done or closed without a look. */
const next: Readonly<Record<WorkOrderStatus, readonly WorkOrderStatus[]>> = {
  open: ["in_work", "done", "cancelled"],
  in_work: ["open", "done", "cancelled"],
  done: ["in_work", "closed"],
  closed: ["done"],
  cancelled: ["open"],
};

/** Why the status cannot follow, or null. The same status follows always. */
export function workOrderStatusRefusal(from: WorkOrderStatus, to: WorkOrderStatus): Refusal | null {
  return from === to || next[from].includes(to)
    ? null
    : { reason: `work_order_from_${from}`, field: "set.status" };
}

/** The statuses that can follow. */
export function nextStatuses(from: WorkOrderStatus): readonly WorkOrderStatus[] {
  return next[from];
}
