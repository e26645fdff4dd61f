// The users of a customer who see the released results of a plant.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ReleaseEffect } from "../../../../domain/analysis/release-effect.ts";
import type { Permission } from "../../../../domain/account/permission.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { account, accountPlant, releaseMailRecipient, role } from "../../schema/account.ts";

type ResultViewer = ReleaseEffect["viewers"][number];

const reads: Permission = "READ_ANALYSIS_RESULT";

/** By name. A user without assigned plants sees all of the customer's. Locked users see nothing. */
export function readResultViewers(
  db: Database,
  customer_id: number,
  plant_id: number,
): Promise<ResultViewer[]> {
  const name = sql<string>`trim(${account.first_name} || ' ' || ${account.last_name})`;
  const assigned = sql`(select 1 from ${accountPlant} p where p.account_id = ${account.id}`;
  return db
    .select({
      id: account.id,
      name,
      email: account.email,
      is_recipient: sql<boolean>`exists (select 1 from ${releaseMailRecipient} r
        where r.account_id = ${account.id} and r.customer_id = ${customer_id})`,
    } satisfies ColumnsOf<ResultViewer>)
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(
      and(
        eq(account.customer_id, customer_id),
        isNull(account.deleted_at),
        eq(account.locked, false),
        sql`${reads} = any(${role.permissions})`,
        sql`(not exists ${assigned}) or exists ${assigned} and p.plant_id = ${plant_id}))`,
      ),
    )
    .orderBy(asc(name), asc(account.email));
}
