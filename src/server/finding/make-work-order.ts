// Makes a work order of findings, takes more of them in, and undoes a step of an order.
import { workOrderApi as calls } from "../../api/plant/work-order.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { mostChangedFields } from "../../domain/finding/finding-change.ts";
import { placeKey, type FindingPlace } from "../../domain/finding/finding-life.ts";
import {
  assignmentOf,
  changedOrder,
  newWorkOrder,
  statedIn,
  valueFromText,
} from "../../domain/work-order/work-order-change.ts";
import type {
  WorkOrderChanged,
  WorkOrderDecided,
  WorkOrderFields,
  WorkOrderForm,
} from "../../domain/work-order/work-order.ts";
import { isHolding } from "../../domain/work-order/work-order-status.ts";
import type { Context } from "../context.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { lockLives } from "../store/plant/finding/finding-life.ts";
import { tellOrder } from "../store/plant/finding/webhook-event.ts";
import * as store from "../store/plant/work-order/work-order.ts";
import * as steps from "../store/plant/work-order/work-order-step.ts";
import { checkAssignee, restoreStep } from "./change-finding.ts";
import { hasDanger } from "./finding-danger.ts";
import { findPlaces, lockPlaces, type FoundPlaces } from "./find-place.ts";
import { requireQuota } from "../store/provider/quota.ts";
import {
  answerOf,
  lockedOrder,
  refuseHeld,
  settingsOf,
  storeOrderStep,
  type OfPlant,
} from "./change-work-order.ts";

/** How bad the analysis shows the findings, by their keys. */
const severitiesOf = ({ shown }: FoundPlaces) =>
  new Map(shown.map((one) => [placeKey(one), one.severity]));

type At = { readonly analysis: Analysis; readonly plant: OfPlant };

const once = (places: readonly FindingPlace[]) => [
  ...new Map(places.map((one) => [placeKey(one), one])).values(),
];

/** Makes an order of findings that the analysis shows, or of which something was decided before. */
export async function createWorkOrder(
  context: Context,
  { analysis, plant }: At,
  { findings, ...fields }: WorkOrderForm,
): Promise<WorkOrderChanged> {
  const { viewer } = context;
  const set: WorkOrderFields = statedIn(fields);
  await checkAssignee(context, plant, set.assignee_id ?? null);
  const places = once(findings);
  const rows = 1 + places.length * mostChangedFields(assignmentOf(set));
  await requireQuota(context.db, viewer, plant.customer_id, { bytes: 0, rows });
  const found = await findPlaces(context, { analysis }, places);
  const { order_id, ...made } = await changeWithAudit(
    context,
    async (db) => {
      refuse(calls.create, viewer, set);
      const lives = await lockPlaces(context, db, plant.id, places, found);
      await refuseHeld(context, db, lives, null, found);
      const isDanger = async () =>
        hasDanger({ ...context, db }, analysis, lives, severitiesOf(found));
      // Who states a priority has seen the findings; else a danger says it.
      const isRaised = set.priority === undefined && (await isDanger());
      const now = changedOrder(newWorkOrder, isRaised ? { ...set, priority: "safety" } : set);
      const by = { account_id: viewer.account_id, at: context.now() };
      const order_id = await store.insertOrder(
        db,
        plant.id,
        { ...now, analysis_id: hiddenOrigin(analysis) },
        by,
      );
      const ids = lives.map(({ id }) => id);
      const about = { plant_id: plant.id, order_id, analysis_id: analysis.id } as const;
      const step_id = await storeOrderStep(
        context,
        db,
        { ...about, ...by, kind: "person" },
        {
          before: null,
          now,
          added: ids,
          removed: [],
          findings: settingsOf(lives, set, new Set()),
        },
      );
      return { order_id, step_id, ids };
    },
    ({ order_id, ids }) => ({
      action: "create_work_order",
      customer_id: plant.customer_id,
      detail: { plant_id: plant.id, analysis_id: analysis.id, order_id, count: ids.length, ...set },
    }),
  );
  return answerOf(context, plant, order_id, made);
}

/** A survey that was released and is withdrawn later does not take the orders away that were made of it. */
const hiddenOrigin = ({ id, visibility }: Analysis) => (visibility === "released" ? null : id);

/**
 * Takes findings into an order; they are given to whom the order is given to. An order with a danger in it is done before
 * all others: its priority becomes that of safety, which its history says and an undo takes back.
 */
export async function addToWorkOrder(
  context: Context,
  { analysis, plant }: At,
  order_id: number,
  sent: { readonly revision: number; readonly findings: readonly FindingPlace[] },
): Promise<WorkOrderChanged> {
  const { viewer } = context;
  const places = once(sent.findings);
  const [kept] = await store.readOrders(context.db, viewer, plant.id, [order_id]);
  // Its priority may change with them.
  const rows = kept ? 1 + places.length * mostChangedFields(assignmentOf(statedIn(kept))) : 0;
  await requireQuota(context.db, viewer, plant.customer_id, { bytes: 0, rows });
  const found = await findPlaces(context, { analysis }, places);
  const made = await changeWithAudit(
    context,
    async (db) => {
      const order = await lockedOrder(context, db, plant, order_id, sent);
      refuse(calls.addFindings, viewer, order);
      const lives = await lockPlaces(context, db, plant.id, places, found);
      const held = new Set(order.finding_ids);
      const fresh = lives.filter(({ id }) => !held.has(id));
      await refuseHeld(context, db, fresh, order_id, found);
      const isRaised =
        order.priority !== "safety" &&
        (await hasDanger({ ...context, db }, analysis, fresh, severitiesOf(found)));
      const { assignee_id, crew, due_on } = order;
      const by = { account_id: viewer.account_id, at: context.now() };
      const about = { plant_id: plant.id, order_id, analysis_id: analysis.id } as const;
      const step_id = await storeOrderStep(
        context,
        db,
        { ...about, ...by, kind: "person" },
        {
          before: order,
          now: isRaised ? changedOrder(order, { priority: "safety" }) : order,
          added: fresh.map(({ id }) => id),
          removed: [],
          findings: settingsOf(fresh, statedIn({ assignee_id, crew, due_on }), new Set()),
        },
      );
      return { step_id, ids: [...held, ...fresh.map(({ id }) => id)] };
    },
    ({ step_id }) =>
      step_id === null
        ? null
        : {
            action: "update_work_order",
            customer_id: plant.customer_id,
            detail: { plant_id: plant.id, analysis_id: analysis.id, order_id, step_id },
          },
  );
  return answerOf(context, plant, order_id, made);
}

/** Undoes a step of an order with what it changed of findings. @throws CONFLICT where that cannot be */
export async function undoOrderStep(
  context: Context,
  plant: OfPlant,
  step_id: number,
): Promise<WorkOrderChanged> {
  const { viewer } = context;
  const order_id = requireFound(await steps.orderOfStep(context.db, plant.id, step_id));
  const ids = await changeWithAudit(
    context,
    async (db) => {
      const order = await lockedOrder(context, db, plant, order_id);
      const moved = requireFound(await steps.readOrderStep(db, step_id));
      const ids = [
        ...new Set([...order.finding_ids, ...moved.findings.map(({ finding_id }) => finding_id)]),
      ];
      const lives = await lockLives(db, viewer, plant.id, { ids });
      // Its findings may have changed while this one waited for their lock.
      const step = requireFound(await steps.readOrderStep(db, step_id));
      refuse(calls.undo, viewer, step);
      const [added, removed] = [true, false].map((is) =>
        step.findings.filter(({ is_added }) => is_added === is).map((one) => one.finding_id),
      );
      const now = step.changes.reduce<WorkOrderDecided>(
        (before, { field, old_value }) => changedOrder(before, valueFromText(field, old_value)),
        order,
      );
      if (isHolding(now.status)) {
        const back = new Set(
          isHolding(order.status) ? removed : [...order.finding_ids, ...removed!],
        );
        const returning = lives.filter(({ id }) => back.has(id));
        await refuseHeld(context, db, returning, order_id, null);
      }
      const by = { account_id: viewer.account_id, at: context.now() };
      if (step.finding_step_id !== null) {
        await restoreStep(context, db, plant.id, step.finding_step_id, () => undefined);
      }
      await store.removeOrderFindings(db, order_id, added!);
      await store.addOrderFindings(db, order_id, removed!);
      await store.updateOrder(db, order_id, now, by);
      await steps.markOrderStepUndone(db, step_id, by);
      await tellOrder(db, plant.id, order_id, { event: "work_order.changed", at: by.at });
      return ids;
    },
    () => ({
      action: "undo_work_order_step",
      customer_id: plant.customer_id,
      detail: { plant_id: plant.id, order_id, step_id },
    }),
  );
  return answerOf(context, plant, order_id, { step_id, ids });
}
