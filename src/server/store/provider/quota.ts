// What customers and users have stored, and whether more fits into their quotas.
import { eq, sql, type SQL } from "drizzle-orm";
import { failure, type Refusal } from "../../../domain/error.ts";
import {
  quotaRefusal,
  type Amount,
  type CustomerUsage,
  type UserUsage,
} from "../../../domain/provider/quota.ts";
import type { Database, Viewer } from "../../context.ts";
import { customer } from "../schema/account.ts";
import { plant } from "../schema/plant.ts";
import { poolOf } from "../viewer-database.ts";

/**
 * One row for each thing that counts, with its customer and the user who sent it. A deleted observation counts as long as
 * it can be restored: its photos are still there.
 */
const stored = sql`(
  select p.customer_id, f.created_by as account_id, f.bytes, 0 as rows
    from analysis_file f join analysis a on a.id = f.analysis_id join plant p on p.id = a.plant_id
  union all
  select p.customer_id, u.account_id, u.bytes, 0
    from analysis_upload u join analysis a on a.id = u.analysis_id join plant p on p.id = a.plant_id
    where u.state = 'running'
  union all
  select p.customer_id, i.created_by, i.bytes, 0
    from observation_image i join plant p on p.id = i.plant_id
  union all
  select p.customer_id, o.account_id,
      case when o.declared is null then o.bytes when o."offset" = 0 then o.declared else 0 end, 0
    from observation_photo_part o join plant p on p.id = o.plant_id
  union all
  select p.customer_id, r.created_by, coalesce(r.bytes, 0) + coalesce(r.workbook_bytes, 0)
      + coalesce(r.pictures_bytes, 0) + coalesce(r.warranty_bytes, 0) + coalesce(r.plant_image_bytes, 0), 1
    from report r join plant p on p.id = r.plant_id
  union all
  select p.customer_id, b.created_by, b.bytes, 0 from blueprint b join plant p on p.id = b.plant_id
  union all
  select p.customer_id, m.created_by, m.bytes, 0 from plant_model m join plant p on p.id = m.plant_id
  union all
  select p.customer_id, (d.content->>'created_by')::int, coalesce((
      select sum((image->>'bytes')::bigint) from jsonb_array_elements(d.images) image), 0), 1
    from deleted_observation d join plant p on p.id = d.plant_id
  union all
  select p.customer_id, c.created_by, 0, 1
    from custom_component_property c join plant p on p.id = c.plant_id
  union all
  select p.customer_id, o.created_by, 0, 1 from observation o join plant p on p.id = o.plant_id
  union all
  select p.customer_id, m.account_id, 0, 1
    from finding_comment m join finding_life l on l.id = m.finding_id join plant p on p.id = l.plant_id
  union all
  select p.customer_id, w.created_by, 0, 1 from work_order w join plant p on p.id = w.plant_id
  union all
  select p.customer_id, s.account_id, 0, 1
    from finding_step_change c join finding_step s on s.id = c.step_id join plant p on p.id = s.plant_id
  union all
  select p.customer_id, s.account_id, 0, 1
    from work_order_step_change c join work_order_step s on s.id = c.step_id
    join work_order w on w.id = s.order_id join plant p on p.id = w.plant_id
  union all
  select p.customer_id, m.created_by, 0, 1
    from reference_measurement m join analysis a on a.id = m.analysis_id join plant p on p.id = a.plant_id
  union all
  select p.customer_id, m.created_by, 0, 1
    from image_annotation m join analysis_file f on f.id = m.image_id
    join analysis a on a.id = f.analysis_id join plant p on p.id = a.plant_id
  union all
  select p.customer_id, m.created_by, 0, 1
    from result_annotation m join analysis a on a.id = m.analysis_id join plant p on p.id = a.plant_id
  union all
  select p.customer_id, n.account_id, 0, 1 from serial_number n join plant p on p.id = n.plant_id
  union all
  select c.customer_id, d.account_id, 0, 1 from diagnostic d join account c on c.id = d.account_id
) stored`;

const sums = sql`coalesce(sum(stored.bytes), 0)::float8 as bytes, coalesce(sum(stored.rows), 0)::int as rows`;

/** What each customer that this database shows uses, by name. */
export async function readUsages(db: Database): Promise<CustomerUsage[]> {
  const { rows } = await db.execute<CustomerUsage>(sql`
    select c.id as customer_id, c.name, c.storage_limit_gb, c.row_limit, c.user_storage_limit_gb,
      c.user_row_limit, ${sums}
    from customer c left join ${stored} on stored.customer_id = c.id
    group by c.id order by c.name`);
  return rows;
}

/** What each user of the customer has stored, with deleted users, whose things are still there. */
export async function readUserUsages(db: Database, customer_id: number): Promise<UserUsage[]> {
  const { rows } = await db.execute<UserUsage>(sql`
    select a.id as account_id, trim(a.first_name || ' ' || a.last_name) as name,
      a.deleted_at is not null as is_deleted, ${sums}
    from account a join ${stored} on stored.account_id = a.id
    where a.customer_id = ${customer_id}
    group by a.id having sum(stored.bytes) > 0 or sum(stored.rows) > 0
    order by bytes desc, rows desc, a.id`);
  return rows;
}

async function readUsed(db: Database, condition: SQL): Promise<Amount> {
  const { rows } = await db.execute<Amount>(sql`select ${sums} from ${stored} where ${condition}`);
  return rows[0] ?? { bytes: 0, rows: 0 };
}

/** A sum over hundreds of thousands of files takes tens of milliseconds, and a folder begins as many uploads. */
const keepMs = 10_000;
/** Nor is a sum read again within a second: what was let through since is perhaps not stored yet. */
const leastMs = 1000;
type Sum = { bytes: number; rows: number; readonly at: number };
/** Sums of the database of each tenant, by customer and user. */
const keptSums = new WeakMap<object, Map<string, Sum>>();

/**
 * Counts what is wanted as used, unless it is refused. What was read is kept for ten seconds, and read again before
 * anything is refused: so what was deleted makes room within a second, and several servers may pass a limit by what
 * they take in that time.
 * @param db of the viewer, no transaction
 * @param customer_id owner of the plant
 * @throws CONFLICT with the figures where the customer or the user would have more than the quota
 */
export async function requireQuota(
  db: Database,
  viewer: Pick<Viewer, "account_id" | "own_customer_id">,
  customer_id: number,
  wanted: Amount,
): Promise<void> {
  const refusal =
    (await take(db, viewer, customer_id, wanted, false)) &&
    (await take(db, viewer, customer_id, wanted, true));
  if (refusal) throw failure("CONFLICT", refusal);
}

async function take(
  db: Database,
  { account_id, own_customer_id }: Pick<Viewer, "account_id" | "own_customer_id">,
  customer_id: number,
  wanted: Amount,
  isFresh: boolean,
): Promise<Refusal | null> {
  const [whole, own, ofCustomer, ofUser] = await Promise.all([
    readQuota(db, customer_id),
    // Staff who act for a customer do not see their own one; the quota of its users does not bind them there.
    readQuota(db, own_customer_id),
    keptSum(db, `customer ${customer_id}`, sql`stored.customer_id = ${customer_id}`, isFresh),
    keptSum(db, `user ${account_id}`, sql`stored.account_id = ${account_id}`, isFresh),
  ]);
  // No pause from here on: another request must not pass between the question and the count.
  const limit = whole && { gb: whole.storage_limit_gb, rows: whole.row_limit };
  const user_limit = own && { gb: own.user_storage_limit_gb, rows: own.user_row_limit };
  const refusal =
    (limit && quotaRefusal("customer", ofCustomer, limit, wanted)) ??
    (user_limit && quotaRefusal("user", ofUser, user_limit, wanted));
  if (refusal) return refusal;
  for (const sum of [ofCustomer, ofUser]) {
    sum.bytes += wanted.bytes;
    sum.rows += wanted.rows;
  }
  return null;
}

async function keptSum(db: Database, key: string, condition: SQL, isFresh: boolean): Promise<Sum> {
  const pool = poolOf(db);
  const kept = keptSums.get(pool) ?? new Map<string, Sum>();
  keptSums.set(pool, kept);
  const now = performance.now();
  const known = kept.get(key);
  if (known && known.at + (isFresh ? leastMs : keepMs) > now) return known;
  for (const [other, { at }] of kept) if (at + keepMs <= now) kept.delete(other);
  const sum = { ...(await readUsed(db, condition)), at: now };
  // Equal questions at the same time share the first answer, and what was counted on it.
  const first = kept.get(key);
  if (first && first !== known) return first;
  kept.set(key, sum);
  return sum;
}

async function readQuota(db: Database, customer_id: number) {
  const { storage_limit_gb, row_limit, user_storage_limit_gb, user_row_limit } = customer;
  const [row] = await db
    .select({ storage_limit_gb, row_limit, user_storage_limit_gb, user_row_limit })
    .from(customer)
    .where(eq(customer.id, customer_id));
  return row ?? null;
}

/** The same for rows alone, in an analysis of the plant. */
export async function requireRows(
  { db, viewer }: { readonly db: Database; readonly viewer: Viewer },
  plant_id: number,
  rows: number,
): Promise<void> {
  const customer_id = await readCustomerOf(db, plant_id);
  if (customer_id !== null) await requireQuota(db, viewer, customer_id, { bytes: 0, rows });
}

/** The customer that the plant belongs to; null for a plant that is not seen. */
export async function readCustomerOf(db: Database, plant_id: number): Promise<number | null> {
  const [row] = await db
    .select({ customer_id: plant.customer_id })
    .from(plant)
    .where(eq(plant.id, plant_id));
  return row?.customer_id ?? null;
}
