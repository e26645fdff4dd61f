// What a change makes of a finding, and why it cannot be made.
import type { ViewerFacts } from "../account/viewer.ts";
import { permissionMissing } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { workOrderCode } from "../work-order/work-order-code.ts";
import {
  decidedFields,
  type Decided,
  type DecidedField,
  type FindingComment,
  type FindingFields,
  type FindingStep,
} from "./finding-life.ts";
import { statusRefusal, type FindingStatus, type StatusAuthor } from "./finding-status.ts";
import { changedRma, rmaRefusal, type Rma } from "./rma.ts";

/** Fields that say who is to repair a finding, and by when. */
const assigning: ReadonlySet<DecidedField> = new Set(["assignee_id", "crew", "due_on"]);

const isAssigned = ({ assignee_id, crew }: Pick<Decided, "assignee_id" | "crew">) =>
  assignee_id !== null || crew !== null;

/** Statuses of a finding that was repaired. */
const repaired: ReadonlySet<FindingStatus> = new Set(["done", "verified"]);

/**
 * The finding with the day of its repair: the given one where it is done now and has none yet, and none where it is
 * not repaired.
 * @param day at the plant, YYYY-MM-DD
 */
export function withDoneDay<One extends Decided>(before: Decided, now: One, day: string): One {
  if (!repaired.has(now.status)) return now.done_on === null ? now : { ...now, done_on: null };
  const isNew = now.status === "done" && before.status !== "done";
  return isNew && now.done_on === null ? { ...now, done_on: day } : now;
}

/** Whether the change gives the finding to somebody, also to who had it before it returned. */
const isGiven = ({ assignee_id, crew }: FindingFields) =>
  (assignee_id ?? null) !== null || (crew ?? null) !== null;

/**
 * The finding after the change. Who gives an open finding to somebody makes it assigned, also where it had an assignee
 * before it was opened again; where none is left, an assigned one is open again. Only a dismissed finding has a reason, and only a repaired one a day on which it was.
 */
export function changed(before: Decided, fields: FindingFields): Decided {
  const next: Omit<Decided, keyof Rma> = {
    status: fields.status ?? before.status,
    reason: fields.reason ?? before.reason,
    assignee_id: fields.assignee_id === undefined ? before.assignee_id : fields.assignee_id,
    crew: fields.crew === undefined ? before.crew : fields.crew,
    due_on: fields.due_on === undefined ? before.due_on : fields.due_on,
    parts: fields.parts === undefined ? before.parts : fields.parts,
    done_on: fields.done_on ?? before.done_on,
  };
  const status =
    fields.status !== undefined
      ? next.status
      : next.status === "open" && isGiven(fields)
        ? "assigned"
        : next.status === "assigned" && !isAssigned(next)
          ? "open"
          : next.status;
  const rma = changedRma(before, fields);
  return {
    ...next,
    ...rma,
    status,
    reason: status === "dismissed" ? next.reason : null,
    done_on: repaired.has(status) ? next.done_on : null,
  };
}

/** How many fields of a finding differ at most after it: those that are set, and those that follow from them. */
export function mostChangedFields(set: FindingFields): number {
  const { status, assignee_id, crew, done_on } = set;
  const isMoved = status === undefined && (assignee_id !== undefined || crew !== undefined);
  const isDone = status === "done" && done_on === undefined;
  return Object.keys(set).length + Number(isMoved) + Number(isDone);
}

/** The findings with those of these IDs done that can be. */
export function withFinished<One extends Decided & { readonly id: number }>(
  findings: readonly One[],
  ids: ReadonlySet<number>,
): One[] {
  const done = { status: "done" } as const;
  return findings.map((one) =>
    ids.has(one.id) && decisionRefusal(one, done) === null
      ? { ...one, ...changed(one, done) }
      : one,
  );
}

/** The fields that differ, in their order, as the history keeps them. */
export function differences(
  before: Decided,
  now: Decided,
): { field: DecidedField; old_value: string | null; new_value: string | null }[] {
  const text = (value: string | number | null) => (value === null ? null : String(value));
  return decidedFields
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ field, old_value: text(before[field]), new_value: text(now[field]) }));
}

/** Why this finding cannot be changed so, or null. */
export function decisionRefusal(
  before: Decided,
  fields: FindingFields,
  by: StatusAuthor = "people",
): Refusal | null {
  const now = changed(before, fields);
  const refusal = statusRefusal(before.status, now.status, by);
  if (refusal) return { ...refusal, field: "set.status" };
  if (now.status === "assigned" && !isAssigned(now)) {
    return { reason: "finding_without_assignee", field: "set.assignee_id" };
  }
  if (now.status === "dismissed" && now.reason === null) {
    return { reason: "finding_without_reason", field: "set.reason" };
  }
  if (fields.done_on !== undefined && now.done_on === null) {
    return { reason: "finding_day_without_done", field: "set.done_on" };
  }
  return rmaRefusal(before, now);
}

/** Why the viewer cannot change these findings so, or null: the first reason that stands against one of them. */
export function findingChangeRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { before, set }: { readonly before: readonly Decided[]; readonly set: FindingFields },
): Refusal | null {
  const isAssigning = Object.keys(set).some((field) => assigning.has(field as DecidedField));
  if (isAssigning && !permissions.has("ASSIGN_FINDING")) return permissionMissing;
  // Two components never have the same serial number.
  if (set.new_serial !== undefined && before.length > 1) {
    return { reason: "rma_of_several", field: "set.new_serial" };
  }
  for (const one of before) {
    const refusal = decisionRefusal(one, set);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * Why a step cannot be undone, or null. Who may not assign cannot undo that another did. What an analysis says of a
 * finding stands: people set its status as they see it.
 */
export function undoStepRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  step: Pick<FindingStep, "kind" | "undone_at" | "changed_again" | "work_order"> & {
    readonly fields: readonly DecidedField[];
  },
): Refusal | null {
  const isAssigning = step.fields.some((field) => assigning.has(field));
  if (isAssigning && !permissions.has("ASSIGN_FINDING")) return permissionMissing;
  if (step.undone_at !== null) return { reason: "finding_step_undone" };
  // It says what was measured, at thousands of findings maybe. Staff can withdraw the release.
  if (step.kind === "survey") return { reason: "finding_step_of_analysis" };
  // The number would speak of an order that the viewer does not see.
  if (step.work_order === "hidden") return { reason: "finding_step_of_hidden_order" };
  if (step.work_order !== null) {
    const values = { code: workOrderCode(step.work_order) };
    return { reason: "finding_step_of_work_order", values };
  }
  return step.changed_again ? { reason: "finding_changed_again" } : null;
}

/** Why the viewer cannot delete the comment, or null: only its author and staff can. */
export function removeCommentRefusal(
  { account_id, is_admin }: Pick<ViewerFacts, "account_id" | "is_admin">,
  comment: Pick<FindingComment, "account_id">,
): Refusal | null {
  return comment.account_id === account_id || is_admin ? null : { reason: "comment_not_own" };
}
