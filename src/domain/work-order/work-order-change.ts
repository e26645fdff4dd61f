// What a change makes of a work order and its findings, and why it cannot be made.
import type { Permission } from "../account/permission.ts";
import type { ViewerFacts } from "../account/viewer.ts";
import { permissionMissing } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { decisionRefusal } from "../finding/finding-change.ts";
import type { Decided, FindingFields } from "../finding/finding-life.ts";
import { unfinishedStatuses, type FindingStatus } from "../finding/finding-status.ts";
import {
  workOrderFields,
  type WorkOrderDecided,
  type WorkOrderField,
  type WorkOrderFields,
  type WorkOrderStep,
} from "./work-order.ts";
import { workOrderCode } from "./work-order-code.ts";
import { isHolding, workOrderStatusRefusal, type WorkOrderStatus } from "./work-order-status.ts";

/** A work order as it begins. */
export const newWorkOrder: WorkOrderDecided = {
  title: "",
  status: "open",
  priority: "normal",
  assignee_id: null,
  crew: null,
  due_on: null,
  note: "",
  start: null,
};

/** The order after the change. */
export function changedOrder(before: WorkOrderDecided, set: WorkOrderFields): WorkOrderDecided {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

const textOf = (value: string | number | readonly number[] | null) =>
  value === null || value === "" ? null : typeof value === "object" ? value.join(" ") : `${value}`;

/** The fields that differ, in their order, as the history keeps them. */
export function orderDifferences(before: WorkOrderDecided, now: WorkOrderDecided) {
  return workOrderFields.flatMap((field) => {
    const [old_value, new_value] = [textOf(before[field]), textOf(now[field])];
    return old_value === new_value ? [] : [{ field, old_value, new_value }];
  });
}

/** The value of a field from the text that the history keeps. */
export function valueFromText(field: WorkOrderField, text: string | null): WorkOrderFields {
  if (field === "start") {
    const [lon = 0, lat = 0] = (text ?? "").split(" ").map(Number);
    return { start: text === null ? null : [lon, lat] };
  }
  if (field === "assignee_id") return { assignee_id: text === null ? null : Number(text) };
  return { [field]: text ?? (field === "note" || field === "title" ? "" : null) };
}

/** What the change sets at findings of the order that people still have to see to: who repairs them, and by when. */
export function assignmentOf(set: WorkOrderFields): FindingFields {
  const { assignee_id, crew, due_on } = set;
  return {
    ...(assignee_id === undefined ? {} : { assignee_id }),
    ...(crew === undefined ? {} : { crew }),
    ...(due_on === undefined ? {} : { due_on }),
  };
}

/**
 * What of it a finding of the order takes: where somebody has given it to others since, or another day, it keeps that.
 * @param former the order before the change
 */
export function takenAssignment(
  assignment: FindingFields,
  finding: Pick<Decided, Assigned>,
  former: Pick<WorkOrderDecided, Assigned>,
): FindingFields {
  return Object.fromEntries(
    Object.entries(assignment).filter(([name]) => {
      const field = name as Assigned;
      return finding[field] === null || finding[field] === former[field];
    }),
  );
}
type Assigned = "assignee_id" | "crew" | "due_on";

/** Whether a finding of the order was given to others than the order, or has another day. */
export function hasOwnAssignment(
  finding: Pick<Decided, Assigned | "status">,
  order: Pick<WorkOrderDecided, Assigned>,
): boolean {
  const { assignee_id, crew, due_on } = order;
  const all = { assignee_id, crew, due_on };
  return (
    unfinishedStatuses.has(finding.status) &&
    Object.keys(takenAssignment(all, finding, order)).length < Object.keys(all).length
  );
}

/** Whether the change gives findings to somebody. */
export function isAssigning(set: WorkOrderFields): boolean {
  return Object.keys(assignmentOf(set)).length > 0;
}

/** A finding as the rules of orders see it. */
type Held = { readonly name: string; readonly status: FindingStatus };

/**
 * Why this finding cannot be taken into an order, or null. `number`: of the order that holds it; `isGone`: the present
 * twin has its component no more, so that no crew can walk there.
 */
export function takeInRefusal({
  name,
  status,
  number,
  isGone,
}: Held & { readonly number: number | "hidden" | null; readonly isGone: boolean }): Refusal | null {
  if (isGone) return { reason: "finding_component_gone", field: "findings", values: { name } };
  // The number would speak of an order that the viewer does not see.
  if (number === "hidden") {
    return { reason: "finding_in_hidden_order", field: "findings", values: { name } };
  }
  if (number !== null) {
    const values = { name, code: workOrderCode(number) };
    return { reason: "finding_in_work_order", field: "findings", values };
  }
  return unfinishedStatuses.has(status)
    ? null
    : { reason: "finding_is_finished", field: "findings", values: { name } };
}

const needs = (
  { permissions }: Pick<ViewerFacts, "permissions">,
  permission: Permission,
  isNeeded: boolean,
): Refusal | null => (isNeeded && !permissions.has(permission) ? permissionMissing : null);

/** Why the viewer cannot make an order with these fields, or null. */
export function createOrderRefusal(
  viewer: Pick<ViewerFacts, "permissions">,
  set: WorkOrderFields,
): Refusal | null {
  return needs(viewer, "ASSIGN_FINDING", isAssigning(statedIn(set)));
}

/** The fields that say something: null takes nothing from findings that come into an order. */
export function statedIn(set: WorkOrderFields): WorkOrderFields {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null));
}

/** Why the viewer cannot add findings to the order, or null. */
export function addFindingsRefusal(
  viewer: Pick<ViewerFacts, "permissions">,
  order: Pick<WorkOrderDecided, "status" | "assignee_id" | "crew" | "due_on">,
): Refusal | null {
  if (!isHolding(order.status) || order.status === "done") {
    return { reason: "work_order_is_finished" };
  }
  const { assignee_id, crew, due_on } = order;
  const isGiven = assignee_id !== null || crew !== null || due_on !== null;
  return needs(viewer, "ASSIGN_FINDING", isGiven);
}

/** Whether an order changes nothing but its status. */
export function isFinished(status: WorkOrderStatus): boolean {
  return status === "closed" || status === "cancelled";
}

export type WorkOrderFacts = {
  readonly before: WorkOrderDecided;
  readonly set: WorkOrderFields;
  /** Those of its findings that become done. */
  readonly done: readonly Decided[];
  /** How many findings are taken out. */
  readonly removed: number;
};

/** Why the viewer cannot change the order so, or null. */
export function workOrderChangeRefusal(
  viewer: Pick<ViewerFacts, "permissions">,
  { before, set, done, removed }: WorkOrderFacts,
): Refusal | null {
  const missing =
    needs(viewer, "ASSIGN_FINDING", isAssigning(set)) ??
    needs(viewer, "UPDATE_FINDING", done.length > 0);
  if (missing) return missing;
  const now = changedOrder(before, set);
  const step = workOrderStatusRefusal(before.status, now.status);
  if (step) return step;
  if (now.title === "") return { reason: "field_missing", field: "set.title" };
  const others = orderDifferences(before, now).some(({ field }) => field !== "status");
  if (isFinished(before.status) && (others || removed > 0))
    return { reason: "work_order_is_finished" };
  if (done.length > 0 && !finishing.has(now.status)) {
    return { reason: "work_order_not_finishing", field: "done_ids" };
  }
  for (const finding of done) {
    const refusal = decisionRefusal(finding, { status: "done" });
    if (refusal) return { ...refusal, field: "done_ids" };
  }
  return null;
}
const finishing: ReadonlySet<WorkOrderStatus> = new Set(["done", "closed"]);

/** Why the viewer cannot import states, or null. `findings`: how many of these change; `assigns`: whether it gives any. */
export function importStatesRefusal(
  viewer: Pick<ViewerFacts, "permissions">,
  { findings, assigns }: { readonly findings: number; readonly assigns: boolean },
): Refusal | null {
  return needs(viewer, "UPDATE_FINDING", findings > 0) ?? needs(viewer, "ASSIGN_FINDING", assigns);
}

/** Why a step cannot be undone, or null. Who may not assign or change findings cannot undo that another did. */
export function undoOrderStepRefusal(
  viewer: Pick<ViewerFacts, "permissions">,
  step: Pick<WorkOrderStep, "undone_at" | "changed_again" | "is_first" | "findings_changed">,
): Refusal | null {
  const isOfFindings = step.findings_changed > 0;
  const missing =
    needs(viewer, "ASSIGN_FINDING", isOfFindings) ?? needs(viewer, "UPDATE_FINDING", isOfFindings);
  if (missing) return missing;
  if (step.undone_at !== null) return { reason: "work_order_step_undone" };
  if (step.is_first) return { reason: "work_order_step_first" };
  return step.changed_again ? { reason: "work_order_changed_again" } : null;
}
