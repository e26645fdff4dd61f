// The entries of an inbox, read from the steps and comments of what the viewer sees now.
import { and, eq, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { FindingStatus } from "../../../domain/finding/finding-status.ts";
import {
  firstInboxSettings,
  INBOX_ENTRIES,
  type InboxKind,
  type InboxSettings,
} from "../../../domain/inbox/inbox.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { WorkOrderStatus } from "../../../domain/work-order/work-order-status.ts";
import type { Database, Viewer } from "../../context.ts";
import { inboxRead, inboxSetting } from "../schema/inbox.ts";
import { plant } from "../schema/plant.ts";
import { isoTime } from "../schema/time.ts";
import { isLifeSeen } from "../plant/finding/finding-life.ts";
import { isPlantSeen } from "../plant/plant.ts";
import { isOrderSeen } from "../plant/work-order/work-order.ts";

type Reader = Pick<
  Viewer,
  "account_id" | "customer_id" | "plant_ids" | "is_admin" | "is_super_admin"
>;

export type InboxRow = {
  readonly key: string;
  readonly kind: InboxKind;
  readonly plant_id: number;
  readonly order_id: number | null;
  readonly finding_id: number | null;
  readonly count: number;
  readonly status: FindingStatus | WorkOrderStatus | null;
  readonly due_on: string | null;
  readonly actor_id: number | null;
  /** Null for what is due: its time depends on the clock of its plant. */
  readonly at: string | null;
  /** Of what is due: when it last was given to the viewer, got its day or was reopened; null for what happened. */
  readonly given_at: string | null;
};

const unfinished = sql`('open', 'assigned', 'in_work')`;
/** A step of findings that is part of a step of a work order, which is listed instead. */
const isOfOrder = sql`exists (select 1 from work_order_step w where w.finding_step_id = s.id)`;

/**
 * Entries of these kinds since a time, newest first, without what the viewer did; what is due by `due_until` is among
 * them. No kind takes the place of another. A day's changes of status by one user to one status of a plant are one entry.
 */
export async function readInboxRows(
  db: Database,
  viewer: Reader,
  {
    since,
    due_until,
    kinds,
  }: { readonly since: Date; readonly due_until: string; readonly kinds: readonly InboxKind[] },
): Promise<InboxRow[]> {
  const me = viewer.account_id;
  const from = sql`${since.toISOString()}::timestamptz`;
  const lifeSeen = isLifeSeen(viewer) ?? sql`true`;
  const orderSeen = isOrderSeen(db, viewer) ?? sql`true`;
  /** The viewer was the first to decide something of the finding; only findings that they decided on are read. */
  const isFollowed = sql`finding_life.id in (select oc.finding_id from finding_step o
    join finding_step_change oc on oc.step_id = o.id where o.account_id = ${me}) and ${me} = (select f.account_id from finding_step_change fc join finding_step f on f.id = fc.step_id
    where fc.finding_id = finding_life.id order by fc.step_id limit 1)`;
  const changes = sql`finding_step_change c join finding_step s on s.id = c.step_id
    join finding_life on finding_life.id = c.finding_id`;
  const byOthers = sql`s.undone_at is null and s.created_at > ${from} and s.account_id is distinct from ${me}`;
  const orderSteps = sql`work_order_step s join work_order on work_order.id = s.order_id`;
  const seenPlants = db.select({ id: plant.id }).from(plant).where(isPlantSeen(viewer));
  const ofFindings = (kind: InboxKind, status: SQL, where: SQL) => sql`
    select ${kind} || ' ' || s.id || coalesce(' ' || ${status}, '') as key, ${kind} as kind, s.plant_id,
      null::int as order_id, min(c.finding_id) as finding_id, count(*)::int as count, ${status} as status,
      null::text as due_on, s.account_id as actor_id, s.created_at as at, null::timestamptz as given_at
    from ${changes} where ${byOthers} and ${lifeSeen} and ${where} group by s.id, ${status}`;
  /** Those of a day together: a crew sets hundreds of stops to done, one by one. Its key is that of the last one. */
  const ofDay = (entries: SQL) => sql`
    select 'status ' || max(s_id) || ' ' || status, 'status', plant_id, null::int, min(finding_id), sum(count)::int, status,
      null::text, actor_id, max(at), null::timestamptz
    from (select one.*, split_part(one.key, ' ', 2)::bigint as s_id from (${entries}) one) one
    group by plant_id, status, actor_id, (at at time zone 'UTC')::date`;
  const ofOrders = (kind: InboxKind, status: SQL, where: SQL) => sql`
    select ${kind} || ' order ' || s.id as key, ${kind} as kind, work_order.plant_id, work_order.id as order_id,
      null::int as finding_id, 1 as count, ${status} as status, null::text as due_on, s.account_id as actor_id,
      s.created_at as at, null::timestamptz as given_at
    from ${orderSteps} left join work_order_step_change c on c.step_id = s.id and c.field = ${
      kind === "status" ? "status" : "assignee_id"
    }
    where ${byOthers} and ${orderSeen} and ${where}`;
  const none = sql`null::text`;
  /** A change that makes something the viewer's to do by its day: what the viewer does with it is none. */
  const isGiving = sql`(c.field = 'due_on' or (c.field = 'assignee_id' and c.new_value = ${String(me)})
    or (c.field = 'status' and c.old_value not in ${unfinished}))`;
  const { rows } = await db.execute<InboxRow>(sql`
    select * from (select entry.*, row_number() over (partition by kind
      order by at desc nulls first, due_on desc nulls last, key) as place from (
      ${ofFindings(
        "assigned",
        none,
        sql`c.field = 'assignee_id' and c.new_value = ${String(me)} and finding_life.assignee_id = ${me}
          and not ${isOfOrder}`,
      )}
      union all
      ${ofOrders(
        "assigned",
        none,
        sql`work_order.assignee_id = ${me} and work_order.status in ('open', 'in_work')
          and (c.new_value = ${String(me)} or (s.is_first and not exists (select 1 from work_order_step later
            join work_order_step_change lc on lc.step_id = later.id and lc.field = 'assignee_id'
            where later.order_id = work_order.id and later.undone_at is null)))`,
      )}
      union all
      select 'mentioned ' || k.id, 'mentioned', finding_life.plant_id, null, finding_life.id, 1, null, null,
        k.account_id, k.created_at, null
      from finding_mention m join finding_comment k on k.id = m.comment_id
        join finding_life on finding_life.id = k.finding_id
      where m.account_id = ${me} and k.account_id is distinct from ${me} and k.created_at > ${from} and ${lifeSeen}
      union all
      ${ofDay(
        ofFindings(
          "status",
          sql`c.new_value`,
          sql`c.field = 'status' and s.kind <> 'survey' and ${isFollowed} and c.new_value <> 'assigned'
          and not exists (select 1 from work_order_step w join work_order o on o.id = w.order_id
            where w.finding_step_id = s.id and o.created_by = ${me})`,
        ),
      )}
      union all
      ${ofOrders("status", sql`c.new_value`, sql`c.new_value is not null and work_order.created_by = ${me}`)}
      union all
      ${ofFindings(
        "survey",
        // One that people had dismissed has other words than one that was repaired.
        sql`case c.old_value when 'dismissed' then 'dismissed' else c.new_value end`,
        sql`c.field = 'status' and s.kind = 'survey' and s.withdrawn_at is null
          and c.old_value in ('done', 'verified', 'dismissed')
          and (finding_life.assignee_id = ${me} or ${isFollowed} or exists (select 1 from finding_step_change dc
            join finding_step d on d.id = dc.step_id where dc.finding_id = finding_life.id and dc.field = 'status'
            and dc.new_value = case c.old_value when 'dismissed' then 'dismissed' else 'done' end and d.account_id = ${me} and d.undone_at is null))`,
      )}
      union all
      select 'due ' || plant_id || ' ' || due_on, 'due', plant_id, null, min(id), count(*)::int, null, due_on::text,
        null, null, max((select max(s.created_at) from finding_step_change c join finding_step s on s.id = c.step_id
          where c.finding_id = finding_life.id and s.undone_at is null and ${isGiving}))
      from finding_life where assignee_id = ${me} and status in ${unfinished} and due_on <= ${due_until}::date
        and ${lifeSeen}
      group by plant_id, due_on
      union all
      select 'due order ' || work_order.id || ' ' || due_on, 'due', plant_id, work_order.id, null, 1, null,
        due_on::text, null, null, (select max(s.created_at) from work_order_step s
          left join work_order_step_change c on c.step_id = s.id
          where s.order_id = work_order.id and s.undone_at is null and (s.is_first or ${isGiving}))
      from work_order where assignee_id = ${me} and status in ('open', 'in_work')
        and due_on <= ${due_until}::date and ${orderSeen}
    ) entry where kind = any(${sql.param([...kinds])}::text[]) and plant_id in ${seenPlants}) entry
    where place <= ${INBOX_ENTRIES} order by at desc nulls first, key`);
  const timeOf = (text: string | null) => (text === null ? null : isoTime(text));
  return rows.map((row) => ({ ...row, at: timeOf(row.at), given_at: timeOf(row.given_at) }));
}

/** Name and time zone of plants. */
export async function readInboxPlants(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly zone: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: plant.id, name: plant.name, lon: plant.lon, lat: plant.lat })
    .from(plant)
    .where(inArray(plant.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, { name: row.name, zone: plantTimeZone(row) }]));
}

/** The components of findings, and the numbers of work orders. */
export async function readInboxPlaces(db: Database, rows: readonly InboxRow[]) {
  const list = (ids: readonly (number | null)[]) => sql.param(ids.filter((id) => id !== null));
  const lives = await db.execute<{ id: number; component_type: ComponentType; dt_id: string }>(
    sql`select id, component_type, dt_id from finding_life where id = any(${list(rows.map((row) => row.finding_id))}::int[])`,
  );
  const orders = await db.execute<{ id: number; number: number }>(
    sql`select id, number from work_order where id = any(${list(rows.map((row) => row.order_id))}::int[])`,
  );
  return {
    lives: new Map(lives.rows.map((row) => [row.id, row])),
    numbers: new Map(orders.rows.map((row) => [row.id, row.number])),
  };
}

/** Which of these entries the user has read. @param ownerDb the own account is not visible to staff who act for a customer */
export async function readReadKeys(
  ownerDb: Database,
  account_id: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await ownerDb
    .select({ key: inboxRead.key })
    .from(inboxRead)
    .where(and(eq(inboxRead.account_id, account_id), inArray(inboxRead.key, [...keys])));
  return new Set(rows.map(({ key }) => key));
}

export async function addReadKeys(
  ownerDb: Database,
  account_id: number,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  const read_at = now.toISOString();
  await ownerDb
    .insert(inboxRead)
    .values([...new Set(keys)].map((key) => ({ account_id, key, read_at })))
    .onConflictDoNothing();
}

/** Deletes what was read before a time at which no entry is left. */
export async function sweepReadKeys(ownerDb: Database, before: Date): Promise<void> {
  await ownerDb.delete(inboxRead).where(lt(inboxRead.read_at, before.toISOString()));
}

export async function readInboxSettings(
  ownerDb: Database,
  account_id: number,
): Promise<InboxSettings> {
  const [row] = await ownerDb
    .select({ ways: inboxSetting.ways })
    .from(inboxSetting)
    .where(eq(inboxSetting.account_id, account_id));
  return { ...firstInboxSettings, ...row?.ways };
}

/** Stores the settings. What happened before them is not mailed. */
export async function storeInboxSettings(
  ownerDb: Database,
  account_id: number,
  ways: InboxSettings,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const times = { mailed_at: at, digest_at: at };
  await ownerDb
    .insert(inboxSetting)
    .values({ account_id, ways, ...times })
    .onConflictDoUpdate({ target: inboxSetting.account_id, set: { ways, ...times } });
}

/** Deletes all that the user said of the inbox. */
export async function deleteInbox(db: Database, account_id: number): Promise<void> {
  await db.delete(inboxSetting).where(eq(inboxSetting.account_id, account_id));
  await db.delete(inboxRead).where(eq(inboxRead.account_id, account_id));
}
