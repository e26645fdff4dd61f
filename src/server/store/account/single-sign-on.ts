// Single sign-on: what customers have set, who of a service is which user, and sign-ins that are under way.
import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { SingleSignOn, SingleSignOnForm } from "../../../domain/account/single-sign-on.ts";
import { staffRoles } from "../../../domain/account/role.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { customer } from "../schema/account.ts";
import {
  accountIdentity,
  begunSignOn,
  singleSignOn,
  singleSignOnDomain,
} from "../schema/sign-in.ts";
import { hashOf } from "./session.ts";

export type SignOnRow = typeof singleSignOn.$inferSelect;

type Listed = Omit<SingleSignOn, "redirect_url">;

/** The settings of the customers that this database shows, by name; empty ones of customers without any. */
export async function readSignOns(db: Database, customer_id?: number): Promise<Listed[]> {
  const set = singleSignOn;
  const rows = await db
    .select({
      id: customer.id,
      customer_name: customer.name,
      is_provider: sql<boolean>`exists (select 1 from account a join role r on r.id = a.role_id
        where a.customer_id = "customer"."id" and a.deleted_at is null
          and ${inArray(sql`r.key`, [...staffRoles])})`,
      is_set_up: sql<boolean>`${set.customer_id} is not null`,
      is_on: sql<boolean>`coalesce(${set.is_on}, false)`,
      name: sql<string>`coalesce(${set.name}, '')`,
      issuer: sql<string>`coalesce(${set.issuer}, '')`,
      client_id: sql<string>`coalesce(${set.client_id}, '')`,
      has_secret: sql<boolean>`${set.client_secret} is not null`,
      domains: sql<string[]>`array(select d.domain from single_sign_on_domain d
        where d.customer_id = "customer"."id" order by d.domain)`,
      role_claim: sql<string>`coalesce(${set.role_claim}, '')`,
      roles: sql<Listed["roles"]>`coalesce(${set.roles}, '[]'::jsonb)`,
      default_role_id: set.default_role_id,
      provisions: sql<boolean>`coalesce(${set.provisions}, false)`,
      sees_all_plants: sql<boolean>`coalesce(${set.sees_all_plants}, true)`,
      is_forced: sql<boolean>`coalesce(${set.is_forced}, false)`,
      trusts_second_factor: sql<boolean>`coalesce(${set.trusts_second_factor}, false)`,
      second_factor_acr: sql<string[]>`coalesce(${set.second_factor_acr}, '{}'::text[])`,
    } satisfies ColumnsOf<Omit<Listed, "linked_users" | "is_provisioned">>)
    .from(customer)
    .leftJoin(set, eq(set.customer_id, customer.id))
    .where(customer_id === undefined ? undefined : eq(customer.id, customer_id))
    .orderBy(asc(customer.name));
  return rows.map((row) => ({ ...row, linked_users: 0, is_provisioned: false }));
}

/** The number of users who have signed in through their service, by customer. @param ownerDb identities are not served */
export async function countLinked(
  ownerDb: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ownerDb.execute<{ customer_id: number; users: number }>(sql`
    select a.customer_id, count(*)::int as users from account_identity i
    join account a on a.id = i.account_id and a.deleted_at is null
    join single_sign_on s on s.customer_id = a.customer_id
      and rtrim(s.issuer, '/') = rtrim(i.issuer, '/')
    where ${inArray(sql`a.customer_id`, [...ids])} group by a.customer_id`);
  return new Map(rows.map(({ customer_id, users }) => [customer_id, users]));
}

/** The settings with the encrypted secret; null without any. */
export async function readSignOn(db: Database, customer_id: number): Promise<SignOnRow | null> {
  const [row] = await db
    .select()
    .from(singleSignOn)
    .where(eq(singleSignOn.customer_id, customer_id));
  return row ?? null;
}

/** The settings of the customer that a domain belongs to. */
export async function readSignOnOf(ownerDb: Database, domain: string): Promise<SignOnRow | null> {
  const [row] = await ownerDb
    .select({ set: singleSignOn })
    .from(singleSignOnDomain)
    .innerJoin(singleSignOn, eq(singleSignOn.customer_id, singleSignOnDomain.customer_id))
    .where(eq(singleSignOnDomain.domain, domain));
  return row?.set ?? null;
}

export async function hasDomain(
  db: Database,
  customer_id: number,
  domain: string,
): Promise<boolean> {
  const found = await db.$count(
    singleSignOnDomain,
    and(eq(singleSignOnDomain.customer_id, customer_id), eq(singleSignOnDomain.domain, domain)),
  );
  return found > 0;
}

/**
 * Stores the settings of a customer.
 * @param client_secret encrypted; undefined keeps the stored one
 */
export async function storeSignOn(
  db: Database,
  customer_id: number,
  { domains, ...fields }: Omit<SingleSignOnForm, "client_secret">,
  client_secret: Buffer | null | undefined,
): Promise<void> {
  const values = { ...fields, ...(client_secret !== undefined && { client_secret }) };
  await db
    .insert(singleSignOn)
    .values({ customer_id, ...values })
    .onConflictDoUpdate({ target: singleSignOn.customer_id, set: values });
  await db.delete(singleSignOnDomain).where(eq(singleSignOnDomain.customer_id, customer_id));
  const rows = [...new Set(domains)].map((domain) => ({ domain, customer_id }));
  if (rows.length > 0) await db.insert(singleSignOnDomain).values(rows);
}

export async function deleteSignOn(db: Database, customer_id: number): Promise<void> {
  await db.delete(singleSignOn).where(eq(singleSignOn.customer_id, customer_id));
}

type Begun = Omit<typeof begunSignOn.$inferSelect, "state_hash" | "browser_hash" | "expires_at">;

export async function storeBegun(
  ownerDb: Database,
  begun: Begun & {
    readonly state: string;
    readonly browser_key: string;
    readonly expires_at: Date;
  },
): Promise<void> {
  const { state, browser_key, expires_at, ...row } = begun;
  await ownerDb.insert(begunSignOn).values({
    ...row,
    state_hash: hashOf(state),
    browser_hash: hashOf(browser_key),
    expires_at: expires_at.toISOString(),
  });
}

/** Takes a sign-in that is under way, once, for the browser that began it; null if there is none. */
export async function takeBegun(
  ownerDb: Database,
  state: string,
  browser_key: string,
  now: Date,
): Promise<Begun | null> {
  const [row] = await ownerDb
    .delete(begunSignOn)
    .where(
      and(
        eq(begunSignOn.state_hash, hashOf(state)),
        eq(begunSignOn.browser_hash, hashOf(browser_key)),
        gt(begunSignOn.expires_at, now.toISOString()),
      ),
    )
    .returning({
      customer_id: begunSignOn.customer_id,
      issuer: begunSignOn.issuer,
      nonce: begunSignOn.nonce,
      code_verifier: begunSignOn.code_verifier,
    });
  return row ?? null;
}

export async function sweepBegun(ownerDb: Database, before: Date): Promise<void> {
  await ownerDb.delete(begunSignOn).where(lt(begunSignOn.expires_at, before.toISOString()));
}

export type Identity = { readonly issuer: string; readonly subject: string };

/** The account that a person of a service is; it may be deleted. */
export async function readIdentity(
  ownerDb: Database,
  { issuer, subject }: Identity,
): Promise<number | null> {
  const [row] = await ownerDb
    .select({ account_id: accountIdentity.account_id })
    .from(accountIdentity)
    .where(
      and(eq(accountIdentity.issuer, issuer), eq(accountIdentity.subject_hash, hashOf(subject))),
    );
  return row?.account_id ?? null;
}

/** True if another person of the same service is this account. */
export async function isLinked(
  ownerDb: Database,
  account_id: number,
  issuer: string,
): Promise<boolean> {
  const condition = and(
    eq(accountIdentity.account_id, account_id),
    eq(accountIdentity.issuer, issuer),
  );
  return (await ownerDb.$count(accountIdentity, condition)) > 0;
}

/** The person became another account meanwhile, which is not deleted. */
export class IdentityTaken extends Error {}

/**
 * From now on this person is this account, also where it was one that was deleted.
 * @throws IdentityTaken if the person is another account by now
 */
export async function linkIdentity(
  ownerDb: Database,
  { issuer, subject }: Identity,
  account_id: number,
): Promise<void> {
  const linked = await ownerDb
    .insert(accountIdentity)
    .values({ issuer, subject_hash: hashOf(subject), account_id })
    .onConflictDoUpdate({
      target: [accountIdentity.issuer, accountIdentity.subject_hash],
      set: { account_id },
      setWhere: sql`${accountIdentity.account_id} in (select a.id from account a where a.deleted_at is not null)`,
    })
    .returning({ account_id: accountIdentity.account_id });
  if (linked.length === 0) throw new IdentityTaken();
}
