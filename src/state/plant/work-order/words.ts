// Work orders in words.
import { atom } from "jotai";
import type { Refusal } from "../../../domain/error.ts";
import { changedOrder, orderDifferences } from "../../../domain/work-order/work-order-change.ts";
import type { KeptChange } from "../../../domain/work-order/kept-change.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import type { WorkOrder, WorkOrderStep } from "../../../domain/work-order/work-order.ts";
import type { WorkOrderPriority } from "../../../domain/work-order/work-order.ts";
import type { WorkOrderStatus } from "../../../domain/work-order/work-order-status.ts";
import { reasonOf } from "../../account/ask.ts";
import { offlineAtom } from "../../account/offline.ts";
import { faultWords } from "../../shell/fault.ts";
import { formatDay, formatNumber, t } from "../../shell/locale.ts";
import { livesAtom } from "../finding/life.ts";
import { assigneeName } from "../finding/words.ts";
import { keptChangesAtom } from "./kept.ts";

/** Why a change that only the server can make is not possible now, in words; null where it is. */
export const deskReasonAtom = atom((get) => {
  const isOffline = get(offlineAtom) !== null;
  return (refusal: Refusal | null): string | null =>
    reasonOf(refusal) ?? (isOffline ? t("offline:needs_network") : null);
});

/** Why what a crew decides cannot be changed now, in words: without a network it waits on this device. */
export const fieldReasonAtom = atom((get) => {
  const kept = new Map(get(keptChangesAtom).map((one) => [one.order_id, one.state]));
  return (order_id: number, refusal: Refusal | null): string | null =>
    (kept.get(order_id) ?? "waiting") === "waiting"
      ? reasonOf(refusal)
      : t("outbox:order.decide_first");
});

/**
 * Why nothing can be said of the findings of an order, in words: they are on their way, or could not be loaded. Null where
 * they are known or may not be seen, and for an order that names none.
 */
export const findingsReasonAtom = atom((get) => {
  const lives = get(livesAtom);
  return ({ finding_ids }: Pick<WorkOrder, "finding_ids">): string | null => {
    if (finding_ids.length === 0) return null;
    if (lives.state === "failed")
      return t("work-order:findings_failed", { fault: faultWords(lives.fault).title });
    return lives.state === "loading" ? t("work-order:findings_missing") : null;
  };
});

/** What waits of an order: "Status: Open → In progress". */
export function keptWords({ seen, set, current }: KeptChange): string[] {
  return orderDifferences(current ?? seen, changedOrder(current ?? seen, set)).map(fieldWords);
}

export function orderStatusName(status: WorkOrderStatus): string {
  return t(`work-order:status.${status}`);
}

/** What somebody does who sets an order from one status to another: "Start", "Resume", "Reopen". */
export function statusAction(from: WorkOrderStatus, to: WorkOrderStatus): string {
  if (from === "closed" || from === "cancelled") return t("work-order:act.reopen");
  if (from === "done" && to === "in_work") return t("work-order:act.back");
  return t(`work-order:act.${to}`);
}

type Change = WorkOrderStep["changes"][number];

/** "Crew: none → North". */
export function fieldWords({ field, old_value, new_value }: Change): string {
  const name = t(`work-order:field.${field}`);
  // A place in degrees says nothing to anybody.
  if (field === "start") return t("work-order:start_changed", { name });
  const shown = (value: string | null) => {
    if (value === null) return t("finding:none");
    if (field === "status") return orderStatusName(value as WorkOrderStatus);
    if (field === "priority") return t(`work-order:priority.${value as WorkOrderPriority}`);
    return field === "due_on" ? formatDay(value) : value;
  };
  return t("finding:change", { name, old: shown(old_value), new: shown(new_value) });
}

/** What a step changed, line by line. */
export function stepWords(step: WorkOrderStep): string[] {
  const { changes, added, removed, findings_changed, is_first } = step;
  const counted = (count: number) => ({ count, n: formatNumber(count) });
  return [
    ...(is_first ? [t("work-order:made_with", counted(added))] : []),
    ...changes.map(fieldWords),
    ...(added > 0 && !is_first ? [t("work-order:added", counted(added))] : []),
    ...(removed > 0 ? [t("work-order:removed", counted(removed))] : []),
    ...(findings_changed > 0 ? [t("work-order:changed_too", counted(findings_changed))] : []),
  ];
}

type Conflicting = {
  readonly code?: string;
  readonly problems?: readonly object[];
  readonly versions?: { readonly current?: WorkOrder };
};

/** Of a conflict, the same fault that also says what others have made of the order. Any other fault as it is. */
export function withOrderConflict(cause: unknown): unknown {
  const { code, versions, problems = [] } = (cause ?? {}) as Conflicting;
  const current = versions?.current;
  if (code !== "CONFLICT" || !current?.number) return cause;
  const now = [orderStatusName(current.status), assigneeName(current)].filter(Boolean).join(", ");
  const line = {
    reason: "work_order_changed",
    message: t("finding:conflict", {
      name: `${workOrderCode(current.number)} ${current.title}`,
      now,
      user: current.updated_by ?? t("finding:unknown_user"),
    }),
  };
  return { ...(cause as object), code, problems: [...problems, line] };
}
