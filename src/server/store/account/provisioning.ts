// The provisioning of customers: tokens of their sign-in services, and what these have sent.
import { eq, inArray, sql } from "drizzle-orm";
import type { Provisioning, ProvisioningToken } from "../../../domain/account/provisioning.ts";
import { provisionedRole } from "../../../domain/account/provisioning.ts";
import { staffRoles } from "../../../domain/account/role.ts";
import type { Database } from "../../context.ts";
import { provisioningToken } from "../schema/sign-in.ts";
import { hashOf } from "./session.ts";
import { readSignOn } from "./single-sign-on.ts";

/** @param ownerDb tokens are not served */
export async function readToken(
  ownerDb: Database,
  customer_id: number,
  now: Date,
): Promise<ProvisioningToken | null> {
  const { created_at, expires_at, last_used_at } = provisioningToken;
  const [row] = await ownerDb
    .select({ created_at, expires_at, last_used_at })
    .from(provisioningToken)
    .where(eq(provisioningToken.customer_id, customer_id));
  return row ? { ...row, is_over: Date.parse(row.expires_at) <= now.getTime() } : null;
}

/** Those of the customers whose services have a token. */
export async function readTokenHolders(
  ownerDb: Database,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await ownerDb
    .select({ customer_id: provisioningToken.customer_id })
    .from(provisioningToken)
    .where(inArray(provisioningToken.customer_id, [...ids]));
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/** The former token of the customer ends. */
export async function storeToken(
  ownerDb: Database,
  customer_id: number,
  secret: string,
  { now, expires_at }: { readonly now: Date; readonly expires_at: Date },
): Promise<void> {
  const values = {
    token_hash: hashOf(secret),
    created_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: null,
  };
  await ownerDb
    .insert(provisioningToken)
    .values({ customer_id, ...values })
    .onConflictDoUpdate({ target: provisioningToken.customer_id, set: values });
}

/** False where there was none. */
export async function deleteToken(ownerDb: Database, customer_id: number): Promise<boolean> {
  const gone = await ownerDb
    .delete(provisioningToken)
    .where(eq(provisioningToken.customer_id, customer_id))
    .returning({ customer_id: provisioningToken.customer_id });
  return gone.length > 0;
}

export type TokenRow = {
  readonly customer_id: number;
  readonly expires_at: string;
  readonly last_used_at: string | null;
};

export async function findToken(ownerDb: Database, secret: string): Promise<TokenRow | null> {
  const { customer_id, expires_at, last_used_at } = provisioningToken;
  const [row] = await ownerDb
    .select({ customer_id, expires_at, last_used_at })
    .from(provisioningToken)
    .where(eq(provisioningToken.token_hash, hashOf(secret)));
  return row ?? null;
}

export async function touchToken(ownerDb: Database, customer_id: number, now: Date): Promise<void> {
  await ownerDb
    .update(provisioningToken)
    .set({ last_used_at: now.toISOString() })
    .where(eq(provisioningToken.customer_id, customer_id));
}

/** True for the customer whose users are the provider's staff: no service of a customer reaches them. */
export async function hasStaff(db: Database, customer_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account a join role r on r.id = a.role_id
    where a.customer_id = ${customer_id} and a.deleted_at is null
      and r.key = any(${sql.param([...staffRoles])}::text[]) limit 1`);
  return rows.length > 0;
}

/** What the service of the customer has sent. */
export async function readProvisioned(
  db: Database,
  customer_id: number,
): Promise<Pick<Provisioning, "users" | "groups">> {
  const set = await readSignOn(db, customer_id);
  const { rows: users } = await db.execute<{ users: number }>(sql`
    select count(*)::int as users from provisioned_user p join account a on a.id = p.account_id
    where p.customer_id = ${customer_id} and not p.is_removed and a.deleted_at is null`);
  type Row = { id: number; display_name: string; external_id: string | null; members: number };
  const { rows: groups } = await db.execute<Row>(sql`
    select g.id, g.display_name, g.external_id, (select count(*)::int from provisioned_group_member m
      join account a on a.id = m.account_id and a.deleted_at is null
      where m.group_id = g.id) as members
    from provisioned_group g where g.customer_id = ${customer_id}
    order by lower(g.display_name)`);
  return {
    users: users[0]?.users ?? 0,
    groups: groups.map(({ external_id, ...group }) => ({
      ...group,
      role_id: provisionedRole(
        set?.roles ?? [],
        new Set([group.display_name, external_id ?? group.display_name]),
      ),
    })),
  };
}
