// Work orders of a plant and the findings in them.
import { and, asc, eq, inArray, ne, not, sql, type SQL } from "drizzle-orm";
import type { WorkOrder, WorkOrderDecided } from "../../../../domain/work-order/work-order.ts";
import { holdingStatuses } from "../../../../domain/work-order/work-order-status.ts";
import type { Database, Viewer } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { workOrder, workOrderFinding } from "../../schema/work-order.ts";
import { isLifeSeen, isOriginSeen } from "../finding/finding-life.ts";

type Seer = Pick<Viewer, "is_admin" | "is_super_admin">;
export type OrderRow = Omit<WorkOrder, "assignee_name" | "created_by" | "updated_by"> & {
  readonly created_by: number | null;
  readonly updated_by: number | null;
};

const columns = {
  id: workOrder.id,
  number: workOrder.number,
  title: workOrder.title,
  status: workOrder.status,
  priority: workOrder.priority,
  assignee_id: workOrder.assignee_id,
  crew: workOrder.crew,
  due_on: workOrder.due_on,
  note: workOrder.note,
  start: workOrder.start,
  revision: workOrder.revision,
  created_by: workOrder.created_by,
  created_at: workOrder.created_at,
  updated_by: workOrder.updated_by,
  updated_at: workOrder.updated_at,
};

/**
 * Who does not see one of its findings does not see the order, nor who does not see the survey in view of which it was made
 * before that was released: its title and size would speak of them.
 */
export function isOrderSeen(db: Database, viewer: Seer): SQL | undefined {
  const seen = isLifeSeen(viewer);
  if (!seen) return undefined;
  const hidden = db
    .select({ one: sql`1` })
    .from(workOrderFinding)
    .innerJoin(findingLife, eq(findingLife.id, workOrderFinding.finding_id))
    .where(and(eq(workOrderFinding.order_id, workOrder.id), not(seen)));
  return sql`(not exists ${hidden} and ${isOriginSeen(viewer)})`;
}

/** Users who see the plant see the orders that were made in view of this survey: it is released. */
export async function showOrders(db: Database, analysis_id: number): Promise<void> {
  await db
    .update(workOrder)
    .set({ analysis_id: null, is_internal: false })
    .where(eq(workOrder.analysis_id, analysis_id));
}

/** The orders that the viewer sees, by number; `ids` narrows them. */
export async function readOrders(
  db: Database,
  viewer: Seer,
  plant_id: number,
  ids?: readonly number[],
): Promise<OrderRow[]> {
  const rows = await db
    .select(columns)
    .from(workOrder)
    .where(
      and(
        eq(workOrder.plant_id, plant_id),
        ids && inArray(workOrder.id, [...ids]),
        isOrderSeen(db, viewer),
      ),
    )
    .orderBy(asc(workOrder.number));
  const held = await readHeld(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, finding_ids: held.get(row.id) ?? [] }));
}

/** The findings of each of these orders, by ID. */
async function readHeld(
  db: Database,
  order_ids: readonly number[],
): Promise<Map<number, number[]>> {
  const held = new Map<number, number[]>();
  if (order_ids.length === 0) return held;
  // One row for each order: orders may have a hundred thousand findings together.
  const rows = await db
    .select({
      order_id: workOrderFinding.order_id,
      ids: sql<
        number[]
      >`jsonb_agg(${workOrderFinding.finding_id} order by ${workOrderFinding.finding_id})`,
    })
    .from(workOrderFinding)
    .where(sql`${workOrderFinding.order_id} = any(${sql.param(order_ids)}::int[])`)
    .groupBy(workOrderFinding.order_id);
  for (const { order_id, ids } of rows) held.set(order_id, ids);
  return held;
}

/** The IDs of the orders with these numbers that the viewer sees. */
export async function readOrderIds(
  db: Database,
  viewer: Seer,
  plant_id: number,
  numbers: readonly number[],
): Promise<number[]> {
  const isNamed = sql`${workOrder.number} = any(${sql.param(numbers)}::int[])`;
  const rows = await db
    .select({ id: workOrder.id })
    .from(workOrder)
    .where(and(eq(workOrder.plant_id, plant_id), isNamed, isOrderSeen(db, viewer)));
  return rows.map(({ id }) => id);
}

/** Orders of the plant that the viewer sees, locked until the transaction ends, by ID. */
export async function lockOrders(
  db: Database,
  viewer: Seer,
  plant_id: number,
  ids: readonly number[],
): Promise<OrderRow[]> {
  await db
    .select({ id: workOrder.id })
    .from(workOrder)
    .where(and(eq(workOrder.plant_id, plant_id), inArray(workOrder.id, [...ids])))
    .orderBy(asc(workOrder.id))
    .for("update");
  return readOrders(db, viewer, plant_id, ids);
}

/** Stores an order under the next number of the plant; answers its ID. Two at once wait for each other. */
export async function insertOrder(
  db: Database,
  plant_id: number,
  /** `analysis_id` is the survey that it was made of, where that is not released. */
  row: WorkOrderDecided & { readonly analysis_id: number | null },
  { account_id, at }: { readonly account_id: number; readonly at: Date },
): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(${NUMBER_LOCK}, ${plant_id})`);
  const [made] = await db
    .insert(workOrder)
    .values({
      ...row,
      is_internal: row.analysis_id !== null,
      plant_id,
      number: sql`(select coalesce(max(o.number), 0) + 1 from work_order o where o.plant_id = ${plant_id})`,
      created_by: account_id,
      created_at: at.toISOString(),
      updated_by: account_id,
      updated_at: at.toISOString(),
    })
    .returning({ id: workOrder.id });
  if (!made) throw new Error("the work order was not stored");
  return made.id;
}
/** Any number that no other lock of the product has. */
const NUMBER_LOCK = 770_038;

/** Stores new decisions; they count as one revision. */
export async function updateOrder(
  db: Database,
  id: number,
  row: WorkOrderDecided,
  { account_id, at }: { readonly account_id: number | null; readonly at: Date },
): Promise<void> {
  const { title, status, priority, assignee_id, crew, due_on, note, start } = row;
  await db
    .update(workOrder)
    .set({
      title,
      status,
      priority,
      assignee_id,
      crew,
      due_on,
      note,
      start,
      revision: sql`${workOrder.revision} + 1`,
      updated_by: account_id,
      updated_at: at.toISOString(),
    })
    .where(eq(workOrder.id, id));
}

/** Takes findings into an order. */
export async function addOrderFindings(
  db: Database,
  order_id: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`insert into work_order_finding (order_id, finding_id)
    select ${order_id}, * from unnest(${sql.param(ids)}::int[]) on conflict do nothing`);
}

/** Takes findings out of an order. */
export async function removeOrderFindings(
  db: Database,
  order_id: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(workOrderFinding)
    .where(
      and(
        eq(workOrderFinding.order_id, order_id),
        sql`${workOrderFinding.finding_id} = any(${sql.param(ids)}::int[])`,
      ),
    );
}

/**
 * The numbers of the orders that hold these findings, by the ID of the finding, as far as the viewer sees the
 * orders.
 */
export async function heldNumbers(
  db: Database,
  viewer: Seer,
  plant_id: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const own = sql`f.finding_id = any(${sql.param(ids)}::int[])`;
  const holding = and(
    eq(workOrder.plant_id, plant_id),
    inArray(workOrder.status, [...holdingStatuses]),
    sql`${workOrder.id} in (select f.order_id from work_order_finding f where ${own})`,
    isOrderSeen(db, viewer),
  );
  // Whether an order is seen is asked once for each, not for each of its findings.
  const { rows } = await db.execute<{ finding_id: number; number: number }>(sql`
    with seen as materialized (select work_order.id, work_order.number from work_order where ${holding})
    select f.finding_id, seen.number from seen join work_order_finding f on f.order_id = seen.id
    where ${own}`);
  return new Map(rows.map(({ finding_id, number }) => [finding_id, number]));
}

/** The number of an order, where the viewer sees it. */
export type Holder = number | "hidden";

/**
 * The numbers of the orders that hold these findings, without this order. The rows of the findings have to be locked:
 * else another transaction could take them meanwhile.
 */
export async function holdersOf(
  db: Database,
  viewer: Seer,
  finding_ids: readonly number[],
  without: number | null,
): Promise<Map<number, Holder>> {
  const rows = await db
    .select({
      finding_id: workOrderFinding.finding_id,
      number: workOrder.number,
      is_seen: sql<boolean>`${isOrderSeen(db, viewer) ?? sql`true`}`,
    })
    .from(workOrderFinding)
    .innerJoin(workOrder, eq(workOrder.id, workOrderFinding.order_id))
    .where(
      and(
        sql`${workOrderFinding.finding_id} = any(${sql.param(finding_ids)}::int[])`,
        inArray(workOrder.status, [...holdingStatuses]),
        without === null ? undefined : ne(workOrder.id, without),
      ),
    );
  return new Map(
    rows.map(({ finding_id, number, is_seen }) => [finding_id, is_seen ? number : "hidden"]),
  );
}
