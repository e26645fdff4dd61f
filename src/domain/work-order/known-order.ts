// What is known of the work orders of a plant while a file of states is read.
import type { Decided } from "../finding/finding-life.ts";
import type { WorkOrderStatus } from "./work-order-status.ts";
import type { WorkOrderPriority } from "./work-order.ts";

/** What is known of an order that a file may name. */
export type KnownOrder = {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly status: WorkOrderStatus;
  readonly revision: number;
  readonly priority: WorkOrderPriority;
  readonly crew: string | null;
  /** YYYY-MM-DD. */
  readonly due_on: string | null;
  readonly note: string;
  readonly assignee_id: number | null;
  /** Null without an assignee. */
  readonly assignee_name: string | null;
  readonly findings: readonly KnownFinding[];
};
export type KnownFinding = Decided & {
  readonly id: number;
  readonly dt_id: string;
  /** The serial number of the component that has the fault; null without one. */
  readonly serial: string | null;
  /** Counts its changes. */
  readonly revision: number;
};
