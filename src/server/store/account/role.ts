// Roles and their permissions.
import { asc, eq, sql } from "drizzle-orm";
import type { Permission } from "../../../domain/account/permission.ts";
import type { Role } from "../../../domain/account/permission-matrix.ts";
import { heldPermissions, roleKeys, rolePermissions } from "../../../domain/account/role.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { account, role } from "../schema/account.ts";

const order: readonly string[] = roleKeys;
const placeOf = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);

/** All roles: built-in ones from the least to the most powerful, then the others. */
export async function readRoles(db: Database): Promise<Role[]> {
  const rows = await db
    .select({
      id: role.id,
      key: role.key,
      permissions: role.permissions,
      user_count: sql<number>`(select count(*)::int from account a
        where a.role_id = role.id and a.deleted_at is null)`,
    } satisfies ColumnsOf<Role>)
    .from(role)
    .orderBy(asc(role.id));
  return rows
    .map((row) => ({ ...row, permissions: [...heldPermissions(row.key, row.permissions)] }))
    .toSorted((a, b) => placeOf(a.key) - placeOf(b.key));
}

export async function readRole(db: Database, id: number): Promise<Role | null> {
  return (await readRoles(db)).find((row) => row.id === id) ?? null;
}

/** Locks all roles until the end of the transaction. */
export async function lockRoles(db: Database): Promise<void> {
  await db.select({ id: role.id }).from(role).orderBy(asc(role.id)).for("no key update");
}

/** Stores the permissions of a role. The browsers of its users reload their permissions. */
export async function storePermissions(
  db: Database,
  id: number,
  permissions: readonly Permission[],
): Promise<void> {
  await db
    .update(role)
    .set({ permissions: [...permissions] })
    .where(eq(role.id, id));
  await db
    .update(account)
    .set({ permission_version: sql`${account.permission_version} + 1` })
    .where(eq(account.role_id, id));
}

/** Creates missing built-in roles with their default permissions; answers the IDs by key. */
export async function writeRoles(db: Database): Promise<ReadonlyMap<string, number>> {
  for (const key of roleKeys) {
    const permissions = [...rolePermissions[key]];
    await db.insert(role).values({ key, permissions }).onConflictDoNothing();
  }
  const rows = await db.select({ id: role.id, key: role.key }).from(role);
  return new Map(rows.map(({ id, key }) => [key, id]));
}
