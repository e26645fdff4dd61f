// Changes a work order with its findings, in one transaction and one step.
import { workOrderApi as calls } from "../../api/plant/work-order.ts";
import { conflict, failure } from "../../domain/error.ts";
import { changed, mostChangedFields } from "../../domain/finding/finding-change.ts";
import {
  placeKey,
  type Decided,
  type FindingFields,
  type StepKind,
} from "../../domain/finding/finding-life.ts";
import { unfinishedStatuses } from "../../domain/finding/finding-status.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  assignmentOf,
  changedOrder,
  orderDifferences,
  takeInRefusal,
  takenAssignment,
} from "../../domain/work-order/work-order-change.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type {
  WorkOrderChange,
  WorkOrderChanged,
  WorkOrderDecided,
  WorkOrderFields,
} from "../../domain/work-order/work-order.ts";
import { isHolding } from "../../domain/work-order/work-order-status.ts";
import type { Context, Database } from "../context.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import type { LockedLife } from "../store/plant/finding/finding-life.ts";
import { lockLives } from "../store/plant/finding/finding-life.ts";
import { tellOrder } from "../store/plant/finding/webhook-event.ts";
import * as store from "../store/plant/work-order/work-order.ts";
import { insertOrderStep } from "../store/plant/work-order/work-order-step.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { readFindings } from "./answer.ts";
import { checkAssignee } from "./change-finding.ts";
import { storeDecisions } from "./verify-repair.ts";
import { readWorkOrders } from "./work-order-answer.ts";

export type OfPlant = Pick<Plant, "id" | "customer_id">;

/** The order of the plant, locked. @throws CONFLICT with both versions where it has another revision */
export async function lockedOrder(
  context: Context,
  db: Database,
  plant: OfPlant,
  order_id: number,
  sent?: { readonly revision: number },
): Promise<store.OrderRow> {
  const [order] = await store.lockOrders(db, context.viewer, plant.id, [order_id]);
  const found = requireFound(order);
  if (sent && found.revision !== sent.revision) {
    const [current] = await readWorkOrders({ ...context, db }, plant.id, [order_id]);
    const values = { code: workOrderCode(found.number) };
    throw conflict(current, sent, { reason: "work_order_changed", values });
  }
  return found;
}

/**
 * @param taken those that come into an order for the first time; `gone` has keys of the ones without a component
 * @throws CONFLICT where another order holds one of these findings, which are locked, or one cannot come in
 */
export async function refuseHeld(
  { viewer }: Pick<Context, "viewer">,
  db: Database,
  lives: readonly LockedLife[],
  order_id: number | null,
  taken: { readonly gone: ReadonlySet<string> } | null,
): Promise<void> {
  const ids = lives.map(({ id }) => id);
  const holders = await store.holdersOf(db, viewer, ids, order_id);
  for (const life of lives) {
    const number = holders.get(life.id) ?? null;
    const refusal = takeInRefusal({
      name: life.dt_id,
      number,
      status: taken ? life.status : "open",
      isGone: taken?.gone.has(placeKey(life)) === true,
    });
    if (refusal) throw failure("CONFLICT", refusal);
  }
}

export type OrderStepAbout = {
  readonly plant_id: number;
  readonly order_id: number;
  readonly kind: Exclude<StepKind, "survey">;
  readonly analysis_id: number | null;
  readonly account_id: number;
  readonly at: Date;
};
export type OrderChange = {
  /** Null for the step that makes the order. */
  readonly before: WorkOrderDecided | null;
  readonly now: WorkOrderDecided;
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** What is set at findings of the order. */
  readonly findings: readonly { readonly life: LockedLife; readonly set: FindingFields }[];
};

/** Stores the change as one step with that of the findings; answers its ID, null where nothing differs. */
export async function storeOrderStep(
  context: Pick<Context, "files">,
  db: Database,
  { plant_id, order_id, kind, analysis_id, account_id, at }: OrderStepAbout,
  { before, now, added, removed, findings }: OrderChange,
): Promise<number | null> {
  const decisions = findings.map(({ life, set }) => ({ before: life, now: changed(life, set) }));
  const about = { plant_id, kind, analysis_id, account_id, at };
  const finding_step_id = await storeDecisions(context, db, about, decisions);
  const changes = before ? orderDifferences(before, now) : [];
  const isSame = changes.length + added.length + removed.length === 0 && finding_step_id === null;
  if (before && isSame) return null;
  await store.addOrderFindings(db, order_id, added);
  await store.removeOrderFindings(db, order_id, removed);
  if (before) await store.updateOrder(db, order_id, now, { account_id, at });
  const is_first = before === null;
  const created_at = at.toISOString();
  const step = { order_id, kind, is_first, finding_step_id, account_id, created_at };
  const step_id = await insertOrderStep(db, step, { changes, added, removed });
  const isDone = now.status === "done" && before?.status !== "done";
  const event = is_first ? "created" : isDone ? "done" : "changed";
  await tellOrder(db, plant_id, order_id, { event: `work_order.${event}`, at });
  return step_id;
}

/**
 * What each finding of the order gets: who repairs it while it is unfinished, and `done` where somebody says so, with
 * the parts of these repairs. What others were given since, or another day, they keep: `former` is the order before.
 */
export function settingsOf(
  lives: readonly LockedLife[],
  set: WorkOrderFields,
  done: ReadonlySet<number>,
  {
    former,
    parts,
  }: { readonly former?: WorkOrderDecided; readonly parts?: string | undefined } = {},
): { readonly life: LockedLife; readonly set: FindingFields }[] {
  const assignment = assignmentOf(set);
  return lives.map((life) => ({
    life,
    set: {
      ...(unfinishedStatuses.has(life.status)
        ? former
          ? takenAssignment(assignment, life, former)
          : assignment
        : {}),
      ...(done.has(life.id)
        ? { status: "done" as const, ...(parts !== undefined && { parts }) }
        : {}),
    },
  }));
}

/** The fields of `set` that differ from what the order has. */
export function differing(before: WorkOrderDecided, set: WorkOrderFields): WorkOrderFields {
  const fields = new Set<string>(
    orderDifferences(before, changedOrder(before, set)).map(({ field }) => field),
  );
  return Object.fromEntries(Object.entries(set).filter(([field]) => fields.has(field)));
}

/** Changes an order, with its findings where the change is about them. All or nothing. */
export async function changeWorkOrder(
  context: Context,
  plant: OfPlant,
  order_id: number,
  change: WorkOrderChange,
): Promise<WorkOrderChanged> {
  const { viewer } = context;
  const { set, done_ids, removed_ids } = change;
  await checkAssignee(context, plant, set.assignee_id ?? null);
  await requireChanges(context, plant, order_id, change);
  const { step_id, ids } = await changeWithAudit(
    context,
    async (db) => {
      const order = await lockedOrder(context, db, plant, order_id, change);
      const held = new Set(order.finding_ids);
      for (const field of ["done_ids", "removed_ids"] as const) {
        if (change[field].every((id) => held.has(id))) continue;
        throw failure("BAD_REQUEST", { reason: "work_order_without_finding", field });
      }
      const lives = await lockLives(db, viewer, plant.id, { ids: order.finding_ids });
      const [done, removed] = [new Set(done_ids), new Set(removed_ids)];
      const kept = lives.filter(({ id }) => !removed.has(id));
      const doneLives: Decided[] = kept.filter(({ id }) => done.has(id));
      const facts = { before: order, set, done: doneLives, removed: removed.size };
      refuse(calls.change, viewer, facts);
      const now = changedOrder(order, set);
      if (!isHolding(order.status) && isHolding(now.status)) {
        await refuseHeld(context, db, lives, order_id, null);
      }
      const by = { account_id: viewer.account_id, at: context.now() };
      const about = { plant_id: plant.id, order_id, kind: "person", analysis_id: null } as const;
      const step_id = await storeOrderStep(
        context,
        db,
        { ...about, ...by },
        {
          before: order,
          now,
          added: [],
          removed: [...removed],
          findings: settingsOf(kept, differing(order, set), done, {
            former: order,
            parts: change.parts,
          }),
        },
      );
      return { step_id, ids: order.finding_ids };
    },
    ({ step_id }) =>
      step_id === null
        ? null
        : {
            action: "update_work_order",
            customer_id: plant.customer_id,
            detail: { plant_id: plant.id, order_id, step_id, ...set },
          },
  );
  return answerOf(context, plant, order_id, { step_id, ids });
}

/** @throws CONFLICT where the quota has no room for the fields that may change, of the order and of its findings */
async function requireChanges(
  { db, viewer }: Context,
  plant: OfPlant,
  order_id: number,
  { set, done_ids, parts }: WorkOrderChange,
): Promise<void> {
  const [order] = await store.readOrders(db, viewer, plant.id, [order_id]);
  const assigned = requireFound(order).finding_ids.length * mostChangedFields(assignmentOf(set));
  const doneSet = { status: "done", ...(parts !== undefined && { parts }) } as const;
  const done = done_ids.length * mostChangedFields(doneSet);
  const rows = Object.keys(set).length + assigned + done;
  await requireQuota(db, viewer, plant.customer_id, { bytes: 0, rows });
}

/** The order and these findings as they are now. */
export async function answerOf(
  context: Context,
  plant: OfPlant,
  order_id: number,
  { step_id, ids }: { readonly step_id: number | null; readonly ids: readonly number[] },
): Promise<WorkOrderChanged> {
  const [order] = await readWorkOrders(context, plant.id, [order_id]);
  return {
    step_id,
    order: requireFound(order),
    findings: await readFindings(context, plant.id, ids),
  };
}
