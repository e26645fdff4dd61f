// Webhooks of customers, and the queue of what they are sent.
import { randomUUID } from "node:crypto";
import { and, asc, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import {
  webhookBody,
  type SentEvent,
  type Webhook,
  type WebhookChange,
  type WebhookData,
  type WebhookDelivery,
  type WebhookEvent,
} from "../../../domain/provider/webhook.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { webhook, webhookDelivery } from "../schema/webhook.ts";

/** Those of the customer, the oldest first. */
export function readWebhooks(db: Database, customer_id: number): Promise<Webhook[]> {
  const own = sql`from webhook_delivery d where d.webhook_id = webhook.id`;
  return db
    .select({
      id: webhook.id,
      name: webhook.name,
      url: webhook.url,
      events: webhook.events,
      is_on: webhook.is_on,
      stopped_at: webhook.stopped_at,
      created_at: webhook.created_at,
      last_delivered_at: sql<string | null>`(select to_char(max(d.attempted_at) at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ${own} and d.state = 'delivered')`,
      waiting: sql<number>`(select count(*)::int ${own} and d.state = 'waiting')`,
    } satisfies ColumnsOf<Webhook>)
    .from(webhook)
    .where(eq(webhook.customer_id, customer_id))
    .orderBy(asc(webhook.id));
}

/** Answers the ID. */
export async function insertWebhook(
  db: Database,
  row: Pick<
    typeof webhook.$inferInsert,
    "customer_id" | "name" | "url" | "secret" | "events" | "created_by" | "created_at"
  >,
): Promise<number> {
  const [made] = await db.insert(webhook).values(row).returning({ id: webhook.id });
  if (!made) throw new Error("a webhook was not stored");
  return made.id;
}

const isOne = (customer_id: number, id: number) =>
  and(eq(webhook.customer_id, customer_id), eq(webhook.id, id));

/** One that is switched on again begins without a record of failures. False if the customer has no such one. */
export async function updateWebhook(
  db: Database,
  customer_id: number,
  id: number,
  change: WebhookChange,
): Promise<boolean> {
  const again = change.is_on ? { stopped_at: null, given_up: 0 } : {};
  const rows = await db
    .update(webhook)
    .set({ ...change, ...again })
    .where(isOne(customer_id, id))
    .returning({ id: webhook.id });
  return rows.length === 1;
}

/** The name of the webhook; null if the customer has no such one. */
export async function updateWebhookSecret(
  db: Database,
  customer_id: number,
  id: number,
  secret: Buffer,
): Promise<string | null> {
  const [row] = await db
    .update(webhook)
    .set({ secret })
    .where(isOne(customer_id, id))
    .returning({ name: webhook.name });
  return row?.name ?? null;
}

/** The name of the webhook that was deleted with its log; null if the customer has no such one. */
export async function deleteWebhook(
  db: Database,
  customer_id: number,
  id: number,
): Promise<string | null> {
  const [row] = await db
    .delete(webhook)
    .where(isOne(customer_id, id))
    .returning({ name: webhook.name });
  return row?.name ?? null;
}

const MOST_LISTED = 100;

/** The last deliveries, the newest first; `id` narrows them to one. */
export function readDeliveries(
  db: Database,
  webhook_id: number,
  id?: string,
): Promise<WebhookDelivery[]> {
  return db
    .select({
      id: webhookDelivery.id,
      event: webhookDelivery.event,
      state: webhookDelivery.state,
      created_at: webhookDelivery.created_at,
      attempts: webhookDelivery.attempts,
      attempted_at: webhookDelivery.attempted_at,
      duration_ms: webhookDelivery.duration_ms,
      status: webhookDelivery.status,
      fault: webhookDelivery.fault,
      next_attempt_at: webhookDelivery.next_attempt_at,
    } satisfies ColumnsOf<WebhookDelivery>)
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhook_id, webhook_id),
        id === undefined ? undefined : eq(webhookDelivery.id, id),
      ),
    )
    .orderBy(desc(webhookDelivery.created_at), desc(webhookDelivery.id))
    .limit(MOST_LISTED);
}

/** Stores what one webhook is sent, whether it is on or not; answers the ID. */
export async function insertDelivery(
  db: Database,
  webhook_id: number,
  event: SentEvent,
  { data, at }: { readonly data: WebhookData; readonly at: Date },
): Promise<string> {
  const id = randomUUID();
  const time = at.toISOString();
  const body = webhookBody(event, at, data);
  await db
    .insert(webhookDelivery)
    .values({ id, webhook_id, event, body, created_at: time, next_attempt_at: time });
  return id;
}

/** The delivery is due again, as if it were new. False if the webhook has no such one. */
export async function repeatDelivery(
  db: Database,
  webhook_id: number,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .update(webhookDelivery)
    .set({ state: "waiting", attempts: 0, next_attempt_at: at.toISOString() })
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.webhook_id, webhook_id)))
    .returning({ id: webhookDelivery.id });
  return rows.length === 1;
}

/** IDs of the webhooks of the plant's customer that are on and want the event. */
export async function wantingWebhooks(
  db: Database,
  plant_id: number,
  event: WebhookEvent,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select w.id from webhook w join plant p on p.customer_id = w.customer_id
    where p.id = ${plant_id} and w.is_on and ${event} = any(w.events) order by w.id`);
  return rows.map(({ id }) => id);
}

export type ClaimedDelivery = {
  readonly id: string;
  readonly webhook_id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly event: SentEvent;
  readonly body: string;
  /** With this one. */
  readonly attempts: number;
};

/** How much is taken at a time. */
export type ClaimLimits = {
  readonly all: number;
  /** Of one webhook. */
  readonly each: number;
  /** Of one customer, with what runs already. */
  readonly ofCustomer: number;
  /** No server takes them again before this time. */
  readonly until: Date;
  /** The webhook of each attempt that runs on this server: of these nothing is taken. */
  readonly busy: readonly number[];
};

/**
 * Takes deliveries that are due. Customers take turns: the backlog of one does not delay another.
 * @param ownerDb the queue is that of all customers
 */
export async function claimDeliveries(
  ownerDb: Database,
  at: Date,
  { all, each, ofCustomer, until, busy }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const running = sql`${sql.param([...busy])}::int[]`;
  const { rows } = await ownerDb.execute<ClaimedDelivery>(sql`
    with held as (
      select w.customer_id, count(*)::int as count from unnest(${running}) b (id)
      join webhook w on w.id = b.id group by w.customer_id),
    waiting as (
      select d.id, d.next_attempt_at, coalesce(h.count, 0)
        + row_number() over (partition by w.customer_id order by d.next_attempt_at, d.id) as turn
      from webhook w left join held h on h.customer_id = w.customer_id cross join lateral (
        select d.id, d.next_attempt_at from webhook_delivery d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= ${at.toISOString()}
          and (w.is_on or d.event = 'webhook.test')
        order by d.next_attempt_at limit ${each} for update skip locked) d
      where w.id <> all(${running})),
    due as (
      select id from waiting where turn <= ${ofCustomer} order by turn, next_attempt_at limit ${all})
    update webhook_delivery d
    set attempts = d.attempts + 1, next_attempt_at = ${until.toISOString()}
    from due, webhook w
    where d.id = due.id and w.id = d.webhook_id and d.state = 'waiting'
    returning d.id, d.webhook_id, w.customer_id, w.name, w.url, w.secret, d.event, d.body, d.attempts`);
  return rows;
}

/** What came of an attempt; nothing where the delivery was sent again meanwhile. */
export async function storeAttempt(
  ownerDb: Database,
  { id, attempts }: Pick<ClaimedDelivery, "id" | "attempts">,
  last: Pick<
    typeof webhookDelivery.$inferInsert,
    "state" | "status" | "fault" | "duration_ms" | "next_attempt_at" | "attempted_at"
  >,
): Promise<void> {
  await ownerDb
    .update(webhookDelivery)
    .set(last)
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.attempts, attempts)));
}

/** Counts deliveries in a row that were given up; true where that stops the webhook. */
export async function countGivenUp(
  ownerDb: Database,
  id: number,
  {
    isGivenUp,
    most,
    at,
  }: { readonly isGivenUp: boolean; readonly most: number; readonly at: Date },
): Promise<boolean> {
  await ownerDb
    .update(webhook)
    .set({ given_up: isGivenUp ? sql`${webhook.given_up} + 1` : 0 })
    .where(eq(webhook.id, id));
  if (!isGivenUp) return false;
  const stopped = await ownerDb
    .update(webhook)
    .set({ is_on: false, stopped_at: at.toISOString() })
    .where(and(eq(webhook.id, id), eq(webhook.is_on, true), gte(webhook.given_up, most)))
    .returning({ id: webhook.id });
  return stopped.length === 1;
}

/** Deletes what was stored before this time, whether it waits or not: it would tell of what is long past. */
export async function sweepDeliveries(ownerDb: Database, before: Date): Promise<void> {
  await ownerDb.delete(webhookDelivery).where(lt(webhookDelivery.created_at, before.toISOString()));
}

/** How many webhooks the customer has. */
export async function countWebhooks(db: Database, customer_id: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(webhook)
    .where(eq(webhook.customer_id, customer_id));
  return row?.count ?? 0;
}
