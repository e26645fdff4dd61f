// Events of findings, work orders and surveys for webhooks, stored in the transaction of the change.
import { and, sql } from "drizzle-orm";
import { workOrderCode } from "../../../../domain/work-order/work-order-code.ts";
import type { Database } from "../../../context.ts";
import { insertDelivery, wantingWebhooks } from "../../provider/webhook.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { readOrders } from "../work-order/work-order.ts";
import { isLifeSeen } from "./finding-life.ts";

/** Webhooks are a customer's: what its users do not see is not sent. */
const customer = { is_admin: false, is_super_admin: false } as const;

/** Findings of one message. */
const MOST_FINDINGS = 1000;

/** Tells that the status of these findings has changed. */
export async function tellFindings(
  db: Database,
  plant_id: number,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  const event = "finding.status_changed";
  const wanting = ids.length > 0 ? await wantingWebhooks(db, plant_id, event) : [];
  if (wanting.length === 0) return;
  const findings = await db
    .select({ finding_id: findingLife.id, status: findingLife.status })
    .from(findingLife)
    .where(and(sql`${findingLife.id} = any(${sql.param([...ids])}::int[])`, isLifeSeen(customer)))
    .orderBy(findingLife.id);
  // A survey may verify tens of thousands.
  for (let start = 0; start < findings.length; start += MOST_FINDINGS) {
    const some = findings.slice(start, start + MOST_FINDINGS);
    for (const id of wanting) {
      await insertDelivery(db, id, event, { data: { plant_id, findings: some }, at });
    }
  }
}

export type OrderEvent = "work_order.created" | "work_order.changed" | "work_order.done";

/** Tells how the work order is now. */
export async function tellOrder(
  db: Database,
  plant_id: number,
  work_order_id: number,
  { event, at }: { readonly event: OrderEvent; readonly at: Date },
): Promise<void> {
  const wanting = await wantingWebhooks(db, plant_id, event);
  if (wanting.length === 0) return;
  const [order] = await readOrders(db, customer, plant_id, [work_order_id]);
  if (!order) return;
  const { number, status, revision, finding_ids } = order;
  const data = { plant_id, work_order_id, order: workOrderCode(number), status, revision };
  for (const id of wanting) {
    await insertDelivery(db, id, event, { data: { ...data, finding_ids }, at });
  }
}

/** Tells that the results of a survey were released. */
export async function tellRelease(
  db: Database,
  { plant_id, analysis_id, at }: { plant_id: number; analysis_id: number; at: Date },
): Promise<void> {
  for (const id of await wantingWebhooks(db, plant_id, "survey.released")) {
    await insertDelivery(db, id, "survey.released", { data: { plant_id, analysis_id }, at });
  }
}
