// Who can be given findings of a plant: its users, and the crews that findings have.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Permission } from "../../../../domain/account/permission.ts";
import {
  heldPermissions,
  isProviderRole,
  visiblePlantIds,
} from "../../../../domain/account/role.ts";
import type { FindingPeople } from "../../../../domain/finding/finding-life.ts";
import type { Database, Viewer } from "../../../context.ts";
import { account, accountPlant, role } from "../../schema/account.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { isLifeSeen, type Seer } from "./finding-life.ts";

/** @param is_limited to plants of which this is none */
function seesFindings(held: readonly Permission[], is_limited: boolean): boolean {
  const permissions = new Set(held);
  return (
    permissions.has("READ_FINDING") && visiblePlantIds(permissions, is_limited ? [] : null) === null
  );
}

/** Users who see the plant and its findings, so that they can be given some or mentioned: those of its customer, and of staff those that the viewer sees. */
export async function readPeople(
  db: Database,
  viewer: Pick<Viewer, "account_id"> & Seer,
  plant: { readonly id: number; readonly customer_id: number },
): Promise<FindingPeople> {
  const rows = await db
    .select({
      id: account.id,
      name: sql<string>`trim(${account.first_name} || ' ' || ${account.last_name})`,
      customer_id: account.customer_id,
      key: role.key,
      permissions: role.permissions,
      is_limited: sql<boolean>`exists (select 1 from ${accountPlant} p where p.account_id = ${account.id})
        and not exists (select 1 from ${accountPlant} p where p.account_id = ${account.id} and p.plant_id = ${plant.id})`,
    })
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(and(isNull(account.deleted_at), eq(account.locked, false)))
    .orderBy(asc(account.first_name), asc(account.last_name), asc(account.id));
  const users = rows.filter(
    ({ id, customer_id, key, permissions, is_limited, name }) =>
      name !== "" &&
      seesFindings(heldPermissions(key, permissions), is_limited) &&
      (id === viewer.account_id || customer_id === plant.customer_id || isProviderRole(key)),
  );
  const crews = await db
    .selectDistinct({ crew: findingLife.crew })
    .from(findingLife)
    .where(
      and(
        eq(findingLife.plant_id, plant.id),
        sql`${findingLife.crew} is not null`,
        isLifeSeen(viewer),
      ),
    )
    .orderBy(asc(findingLife.crew));
  return {
    users: users.map(({ id, name }) => ({ id, name })),
    crews: crews.flatMap(({ crew }) => crew ?? []),
  };
}
