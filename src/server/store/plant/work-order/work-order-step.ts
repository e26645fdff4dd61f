// Steps of work orders: what each changed, and whether it was undone.
import { and, desc, eq, sql } from "drizzle-orm";
import type {
  WorkOrderField,
  workOrderStepKinds,
} from "../../../../domain/work-order/work-order.ts";
import type { Database } from "../../../context.ts";
import { isVerdictWith } from "../finding/finding-step.ts";
import {
  workOrder,
  workOrderStep,
  workOrderStepChange,
  workOrderStepFinding,
} from "../../schema/work-order.ts";

type FieldChange = {
  readonly field: WorkOrderField;
  readonly old_value: string | null;
  readonly new_value: string | null;
};

export type OrderStep = {
  readonly order_id: number;
  readonly kind: (typeof workOrderStepKinds)[number];
  readonly is_first: boolean;
  readonly finding_step_id: number | null;
  readonly account_id: number | null;
  readonly created_at: string;
};

/** Stores a step with what it changed; answers its ID. */
export async function insertOrderStep(
  db: Database,
  step: OrderStep,
  changed: {
    readonly changes: readonly FieldChange[];
    readonly added: readonly number[];
    readonly removed: readonly number[];
  },
): Promise<number> {
  const [made] = await db.insert(workOrderStep).values(step).returning({ id: workOrderStep.id });
  if (!made) throw new Error("the step was not stored");
  const { id: step_id } = made;
  if (changed.changes.length > 0) {
    await db
      .insert(workOrderStepChange)
      .values(changed.changes.map((change) => ({ step_id, ...change })));
  }
  for (const is_added of [true, false]) {
    const ids = is_added ? changed.added : changed.removed;
    if (ids.length === 0) continue;
    await db.execute(sql`insert into work_order_step_finding (step_id, finding_id, is_added)
      select ${step_id}, id, ${is_added} from unnest(${sql.param(ids)}::int[]) as n (id)`);
  }
  return step_id;
}

/**
 * A later step that holds has changed the same field, or moved the same finding, or a later step of findings has changed
 * what this one changed of them.
 */
const changed_again = sql<boolean>`(exists (select 1 from work_order_step_change own
    join work_order_step later on later.order_id = work_order_step.order_id
      and later.id > own.step_id and later.undone_at is null
    join work_order_step_change c on c.step_id = later.id and c.field = own.field
    where own.step_id = work_order_step.id)
  or exists (select 1 from work_order_step_finding own
    join work_order_step_finding c on c.finding_id = own.finding_id and c.step_id > own.step_id
    join work_order_step later on later.id = c.step_id and later.undone_at is null
      and later.order_id = work_order_step.order_id
    where own.step_id = work_order_step.id)
  or exists (select 1 from finding_step_change own
    join finding_step_change c on c.finding_id = own.finding_id and c.field = own.field
      and c.step_id > own.step_id
    join finding_step s on s.id = c.step_id and s.undone_at is null
    join finding_step made on made.id = own.step_id
    where own.step_id = work_order_step.finding_step_id and not ${isVerdictWith("s", "made")}))`;

const counts = {
  added: sql<number>`(select count(*)::int from work_order_step_finding f
    where f.step_id = work_order_step.id and f.is_added)`,
  removed: sql<number>`(select count(*)::int from work_order_step_finding f
    where f.step_id = work_order_step.id and not f.is_added)`,
  findings_changed: sql<number>`(select count(distinct c.finding_id)::int from finding_step_change c
    where c.step_id = work_order_step.finding_step_id)`,
};

const columns = {
  id: workOrderStep.id,
  kind: workOrderStep.kind,
  is_first: workOrderStep.is_first,
  ...counts,
  account_id: workOrderStep.account_id,
  created_at: workOrderStep.created_at,
  undone_at: workOrderStep.undone_at,
  undone_by: workOrderStep.undone_by,
  changed_again,
};

/** The steps of one order, newest first, each with what it changed. */
export async function readOrderSteps(db: Database, order_id: number) {
  const steps = await db
    .select(columns)
    .from(workOrderStep)
    .where(eq(workOrderStep.order_id, order_id))
    .orderBy(desc(workOrderStep.id));
  const changes = await db
    .select({
      step_id: workOrderStepChange.step_id,
      field: workOrderStepChange.field,
      old_value: workOrderStepChange.old_value,
      new_value: workOrderStepChange.new_value,
    })
    .from(workOrderStepChange)
    .innerJoin(workOrderStep, eq(workOrderStep.id, workOrderStepChange.step_id))
    .where(eq(workOrderStep.order_id, order_id));
  const byStep = Map.groupBy(changes, ({ step_id }) => step_id);
  return steps.map((step) => ({ ...step, changes: byStep.get(step.id) ?? [] }));
}

/** The order of a step of this plant; null where there is no such step. */
export async function orderOfStep(
  db: Database,
  plant_id: number,
  id: number,
): Promise<number | null> {
  const [row] = await db
    .select({ order_id: workOrderStep.order_id })
    .from(workOrderStep)
    .innerJoin(workOrder, eq(workOrder.id, workOrderStep.order_id))
    .where(and(eq(workOrderStep.id, id), eq(workOrder.plant_id, plant_id)));
  return row?.order_id ?? null;
}

/** A step with all that an undo brings back; its order has to be locked. */
export async function readOrderStep(db: Database, id: number) {
  const [step] = await db
    .select({ ...columns, finding_step_id: workOrderStep.finding_step_id })
    .from(workOrderStep)
    .where(eq(workOrderStep.id, id));
  if (!step) return null;
  const { field, old_value } = workOrderStepChange;
  const changes = await db
    .select({ field, old_value })
    .from(workOrderStepChange)
    .where(eq(workOrderStepChange.step_id, id));
  const findings = await db
    .select({
      finding_id: workOrderStepFinding.finding_id,
      is_added: workOrderStepFinding.is_added,
    })
    .from(workOrderStepFinding)
    .where(eq(workOrderStepFinding.step_id, id));
  return { ...step, changes, findings };
}

export async function markOrderStepUndone(
  db: Database,
  id: number,
  { account_id, at }: { readonly account_id: number; readonly at: Date },
): Promise<void> {
  await db
    .update(workOrderStep)
    .set({ undone_at: at.toISOString(), undone_by: account_id })
    .where(eq(workOrderStep.id, id));
}
