// Groups that the sign-in service of a customer has sent, and who is in them.
import { sql, type SQL } from "drizzle-orm";
import type { Comparison } from "../../../domain/scim/scim-filter.ts";
import type { Page } from "../../../domain/scim/scim.ts";
import type { ProvisionedGroup } from "../../../domain/scim/scim-group.ts";
import type { Database } from "../../context.ts";

export const groupAttributes = ["id", "displayname", "externalid", "members"] as const;
export type GroupComparison = Comparison<(typeof groupAttributes)[number]>;

function conditionOf({ name, value }: GroupComparison): SQL {
  if (name === "id") return sql`g.id::text = ${value}`;
  if (name === "externalid") return sql`g.external_id = ${value}`;
  if (name === "displayname") return sql`lower(g.display_name) = lower(${value})`;
  return sql`exists (select 1 from provisioned_group_member m
    where m.group_id = g.id and m.account_id::text = ${value})`;
}

function wantedOf(customer_id: number, filter: readonly GroupComparison[]): SQL {
  const conditions = filter.map((one) => sql` and ${conditionOf(one)}`);
  return sql`provisioned_group g where g.customer_id = ${customer_id}${sql.join(conditions, sql``)}`;
}

/** @param withMembers false where they were not asked for: groups may have thousands */
export async function readGroupPage(
  db: Database,
  customer_id: number,
  filter: readonly GroupComparison[],
  { first, count }: Page,
  withMembers: boolean,
): Promise<{ total: number; groups: ProvisionedGroup[] }> {
  const wanted = wantedOf(customer_id, filter);
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${wanted}`,
  );
  const page = sql`${wanted} order by g.id limit ${count} offset ${first - 1}`;
  const groups = count === 0 ? [] : await select(db, page, withMembers);
  return { total: rows[0]?.total ?? 0, groups };
}

export async function findGroup(
  db: Database,
  customer_id: number,
  filter: readonly GroupComparison[],
  withMembers: boolean,
): Promise<ProvisionedGroup | null> {
  const [row] = await select(db, sql`${wantedOf(customer_id, filter)} limit 1`, withMembers);
  return row ?? null;
}

const iso = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function select(
  db: Database,
  wanted: SQL,
  withMembers: boolean,
): Promise<ProvisionedGroup[]> {
  const members = withMembers
    ? sql`coalesce((select json_agg(json_build_object('id', a.id,
          'user_name', coalesce(p.user_name, a.email)) order by a.id)
        from provisioned_group_member m
        join account a on a.id = m.account_id and a.deleted_at is null
        left join provisioned_user p on p.account_id = a.id
        where m.group_id = g.id), '[]')`
    : sql`null::json`;
  const { rows } = await db.execute<ProvisionedGroup>(sql`
    select g.id, g.display_name, g.external_id, ${iso(sql`g.created_at`)} as created_at,
      ${iso(sql`g.modified_at`)} as modified_at, ${members} as members
    from ${wanted}`);
  return rows;
}

export async function countGroups(db: Database, customer_id: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from provisioned_group where customer_id = ${customer_id}`);
  return rows[0]?.total ?? 0;
}

export async function insertGroup(
  db: Database,
  customer_id: number,
  display_name: string,
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into provisioned_group (customer_id, display_name)
    values (${customer_id}, ${display_name}) returning id`);
  return rows[0]?.id ?? 0;
}

export async function storeGroup(
  db: Database,
  { id, display_name, external_id }: Pick<ProvisionedGroup, "id" | "display_name" | "external_id">,
  now: Date,
): Promise<void> {
  await db.execute(sql`update provisioned_group set display_name = ${display_name},
    external_id = ${external_id}, modified_at = ${now.toISOString()} where id = ${id}`);
}

export async function deleteGroup(db: Database, id: number): Promise<void> {
  await db.execute(sql`delete from provisioned_group where id = ${id}`);
}

export async function readMembers(db: Database, group_id: number): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select account_id as id from provisioned_group_member where group_id = ${group_id}`);
  return new Set(rows.map(({ id }) => id));
}

export async function storeMembers(
  db: Database,
  group_id: number,
  { added, gone }: { readonly added: readonly number[]; readonly gone: readonly number[] },
): Promise<void> {
  if (added.length > 0) {
    await db.execute(sql`insert into provisioned_group_member (group_id, account_id)
      select ${group_id}, unnest(${sql.param([...added])}::int[]) on conflict do nothing`);
  }
  if (gone.length > 0) {
    await db.execute(sql`delete from provisioned_group_member
      where group_id = ${group_id} and account_id = any(${sql.param([...gone])}::int[])`);
  }
}

/** Names and IDs of the groups of these users, by user. */
export async function readGroupNames(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  type Row = { account_id: number; display_name: string; external_id: string | null };
  const { rows } = await db.execute<Row>(sql`
    select m.account_id, g.display_name, g.external_id from provisioned_group_member m
    join provisioned_group g on g.id = m.group_id
    where m.account_id = any(${sql.param([...ids])}::int[])`);
  const names = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(
    [...names].map(([id, groups]) => [
      id,
      groups.flatMap(({ display_name, external_id }) =>
        external_id === null ? [display_name] : [display_name, external_id],
      ),
    ]),
  );
}

/** All users of the customer who are in a group or have values that can stand for a role. */
export async function readMapped(db: Database, customer_id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select a.id from account a where a.customer_id = ${customer_id} and a.deleted_at is null
      and (exists (select 1 from provisioned_group_member m where m.account_id = a.id)
        or exists (select 1 from provisioned_user p where p.account_id = a.id
          and p.roles <> '{}' and not p.is_removed))
    order by a.id`);
  return rows.map(({ id }) => id);
}
