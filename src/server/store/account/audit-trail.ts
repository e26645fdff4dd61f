// Reads the audit trail for admins. Row-level security limits it to the customer that the viewer acts for.
import { and, desc, eq, gt, gte, ilike, lt, or, sql, type SQL } from "drizzle-orm";
import type { AuditRow, AuditSelection } from "../../../domain/account/audit-trail.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { account, auditEntry, auditSeal, customer } from "../schema/account.ts";

type Page = {
  /** Position below which the page begins; null for the newest entries. */
  readonly before: number | null;
  readonly limit: number;
};

/** Who sees only some plants reads only the own acts: entries name what happened at others. */
type Reader = Pick<Viewer, "account_id" | "plant_ids">;

const userName = sql<
  string | null
>`nullif(trim(${account.first_name} || ' ' || ${account.last_name}), '')`;
const detail = sql<string | null>`${auditEntry.detail}::text`;

/** The entries that meet the selection, newest first. */
export function readAuditTrail(
  db: Database,
  viewer: Reader,
  selection: AuditSelection,
  { before, limit }: Page,
): Promise<AuditRow[]> {
  return db
    .select({
      id: auditEntry.id,
      created_at: auditEntry.created_at,
      action: auditEntry.action,
      account_id: auditEntry.account_id,
      user_name: userName,
      user_email: account.email,
      customer_id: auditEntry.customer_id,
      customer_name: customer.name,
      detail,
      request_id: auditEntry.request_id,
      position: auditSeal.position,
      hash: sql<string>`encode(${auditSeal.hash}, 'hex')`,
    } satisfies ColumnsOf<AuditRow>)
    .from(auditSeal)
    .innerJoin(auditEntry, eq(auditEntry.id, auditSeal.entry_id))
    .leftJoin(account, eq(account.id, auditEntry.account_id))
    .leftJoin(customer, eq(customer.id, auditEntry.customer_id))
    .where(
      and(
        conditionOf(viewer, selection),
        before === null ? undefined : lt(auditSeal.position, before),
      ),
    )
    .orderBy(desc(auditSeal.position))
    .limit(limit);
}

/** Entries of all customers with their seals, from the oldest after this position. */
export async function readSealedAfter(ownerDb: Database, position: number, most: number) {
  return ownerDb
    .select({
      position: auditSeal.position,
      hash: sql<string>`encode(${auditSeal.hash}, 'hex')`,
      created_at: auditEntry.created_at,
      action: auditEntry.action,
      account_id: auditEntry.account_id,
      customer_id: auditEntry.customer_id,
      detail: auditEntry.detail,
      request_id: auditEntry.request_id,
    })
    .from(auditSeal)
    .innerJoin(auditEntry, eq(auditEntry.id, auditSeal.entry_id))
    .where(gt(auditSeal.position, position))
    .orderBy(auditSeal.position)
    .limit(most);
}

/** The position of the newest entry; 0 without any. */
export async function lastSealedPosition(ownerDb: Database): Promise<number> {
  const [row] = await ownerDb
    .select({ last: sql<number>`coalesce(max(${auditSeal.position}), 0)::float8` })
    .from(auditSeal);
  return row?.last ?? 0;
}

/** The number of entries that meet the selection. */
export async function countAuditTrail(
  db: Database,
  viewer: Reader,
  selection: AuditSelection,
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(auditEntry)
    .leftJoin(account, eq(account.id, auditEntry.account_id))
    .where(conditionOf(viewer, selection));
  return row?.total ?? 0;
}

function conditionOf(
  { account_id, plant_ids }: Reader,
  { q = "", action, customer_id, since, until }: AuditSelection,
) {
  const words = q.trim().split(/\s+/).filter(Boolean);
  const conditions: (SQL | undefined)[] = words.map((word) => {
    const like = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    return or(
      ilike(account.email, like),
      sql`${userName} ilike ${like}`,
      sql`${detail} ilike ${like}`,
      ilike(auditEntry.request_id, like),
    );
  });
  if (plant_ids !== null) conditions.push(eq(auditEntry.account_id, account_id));
  if (action) conditions.push(eq(auditEntry.action, action));
  if (customer_id) conditions.push(eq(auditEntry.customer_id, customer_id));
  if (since) conditions.push(gte(auditEntry.created_at, new Date(since).toISOString()));
  if (until) conditions.push(lt(auditEntry.created_at, new Date(until).toISOString()));
  return and(...conditions);
}
