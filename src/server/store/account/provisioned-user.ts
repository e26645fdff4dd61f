// Users of one customer as its sign-in service sees them: never staff, never deleted ones.
import { sql, type SQL } from "drizzle-orm";
import { staffRoles } from "../../../domain/account/role.ts";
import type { Comparison } from "../../../domain/scim/scim-filter.ts";
import type { Page } from "../../../domain/scim/scim.ts";
import type { ProvisionedUser } from "../../../domain/scim/scim-user.ts";
import type { Database } from "../../context.ts";

/** A user with what decides the role. */
export type UserRow = ProvisionedUser & {
  readonly customer_id: number;
  readonly role_id: number;
  readonly role_key: string;
  /** The service has locked the user. */
  readonly is_deactivated: boolean;
};

export const userAttributes = ["id", "username", "externalid", "emails", "active"] as const;
export type UserComparison = Comparison<(typeof userAttributes)[number]>;

const from = (customer_id: number) => sql`account a
  join role r on r.id = a.role_id
  left join provisioned_user p on p.account_id = a.id
  where a.customer_id = ${customer_id} and a.deleted_at is null
    and not (r.key = any(${sql.param([...staffRoles])}::text[]))
    and not coalesce(p.is_removed, false)`;

function conditionOf({ name, value }: UserComparison): SQL {
  if (name === "id") return sql`a.id::text = ${value}`;
  if (name === "externalid") return sql`p.external_id = ${value}`;
  if (name === "emails") return sql`lower(a.email) = lower(${value})`;
  if (name === "active") return sql`a.locked = ${value !== "true"}`;
  return sql`lower(coalesce(p.user_name, a.email)) = lower(${value})`;
}

const allOf = (filter: readonly UserComparison[]) =>
  sql.join(
    filter.map((one) => sql` and ${conditionOf(one)}`),
    sql``,
  );

/** In the order of their IDs, so that pages do not move. */
export async function readUserPage(
  db: Database,
  customer_id: number,
  filter: readonly UserComparison[],
  { first, count }: Page,
): Promise<{ total: number; users: UserRow[] }> {
  const wanted = sql`${from(customer_id)}${allOf(filter)}`;
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${wanted}`,
  );
  const users =
    count === 0 ? [] : await select(db, wanted, sql`limit ${count} offset ${first - 1}`);
  return { total: rows[0]?.total ?? 0, users };
}

export async function findProvisioned(
  db: Database,
  customer_id: number,
  filter: readonly UserComparison[],
): Promise<UserRow | null> {
  const [row] = await select(db, sql`${from(customer_id)}${allOf(filter)}`, sql`limit 1`);
  return row ?? null;
}

/** The users of these IDs whom the service sees. */
export async function readProvisionedOf(
  db: Database,
  customer_id: number,
  ids: readonly number[],
): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return select(db, sql`${from(customer_id)} and a.id = any(${sql.param([...ids])}::int[])`, sql``);
}

const iso = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function select(db: Database, wanted: SQL, end: SQL): Promise<UserRow[]> {
  const { rows } = await db.execute<UserRow>(sql`
    select a.id, a.customer_id, a.role_id, r.key as role_key, a.email, a.first_name, a.last_name,
      a.locked, a.locale, p.external_id, coalesce(p.user_name, a.email) as user_name,
      coalesce(p.roles, '{}') as roles, coalesce(p.is_deactivated, false) as is_deactivated,
      ${iso(sql`a.created_at`)} as created_at,
      ${iso(sql`coalesce(p.modified_at, a.created_at)`)} as modified_at,
      coalesce((select json_agg(json_build_object('id', g.id, 'display_name', g.display_name) order by g.id)
        from provisioned_group_member m join provisioned_group g on g.id = m.group_id
        where m.account_id = a.id), '[]') as groups
    from ${wanted} order by a.id ${end}`);
  return rows;
}

type Kept = {
  readonly external_id: string | null;
  /** Null where it is the e-mail address. */
  readonly user_name: string | null;
  readonly roles: readonly string[];
  readonly is_deactivated: boolean;
};

/** From here on the service has the user. */
export async function storeProvisioned(
  db: Database,
  { id, customer_id }: Pick<UserRow, "id" | "customer_id">,
  { external_id, user_name, roles, is_deactivated }: Kept,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into provisioned_user (account_id, customer_id, external_id, user_name, roles, is_deactivated, modified_at)
    values (${id}, ${customer_id}, ${external_id}, ${user_name}, ${sql.param([...roles])}::text[],
      ${is_deactivated}, ${now.toISOString()})
    on conflict (account_id) do update set external_id = excluded.external_id,
      user_name = excluded.user_name, roles = excluded.roles,
      is_deactivated = excluded.is_deactivated, is_removed = false, modified_at = excluded.modified_at`);
}

/** The service no longer has the user: it finds it no more, and may send it again. A lock by hand stays one. */
export async function storeRemoved(db: Database, user: UserRow, now: Date): Promise<void> {
  const is_deactivated = !user.locked || user.is_deactivated;
  await storeProvisioned(db, user, { ...user, user_name: null, is_deactivated }, now);
  await db.execute(
    sql`update provisioned_user set is_removed = true where account_id = ${user.id}`,
  );
  await db.execute(sql`delete from provisioned_group_member where account_id = ${user.id}`);
}

/** The service has the user again. */
export async function storeTakenBack(db: Database, id: number): Promise<void> {
  await db.execute(sql`update provisioned_user set is_removed = false where account_id = ${id}`);
}

/** Names, address and language. */
export async function storePerson(
  db: Database,
  id: number,
  person: Pick<UserRow, "email" | "first_name" | "last_name" | "locale">,
): Promise<void> {
  const { email, first_name, last_name, locale } = person;
  await db.execute(sql`update account set email = ${email}, first_name = ${first_name},
    last_name = ${last_name}, locale = ${locale} where id = ${id}`);
}
