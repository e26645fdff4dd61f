// Updates the stored roles to the permissions of this version, at every start.
import { eq, inArray, sql } from "drizzle-orm";
import { permissionNames } from "../../../domain/account/permission.ts";
import { rolePermissions } from "../../../domain/account/role.ts";
import type { Database } from "../../context.ts";
import { account, knownPermission, role } from "../schema/account.ts";
import { lockRoles, writeRoles } from "./role.ts";

type Catalogue = {
  /** All permissions of this version, in order. */
  readonly names: readonly string[];
  /** Default permissions of the built-in roles, by key. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
};

const shipped: Catalogue = { names: permissionNames, roles: rolePermissions };

/**
 * Grants each permission that is new to this installation to the built-in roles that have it by default,
 * and removes names that no longer exist. A permission that an administrator revoked stays revoked, because
 * it is not new. Users of a changed role reload their permissions with their next request.
 */
export async function reconcileRoles(db: Database, catalogue = shipped): Promise<void> {
  await db.transaction(async (transaction) => {
    await writeRoles(transaction);
    // A second server that starts now waits here and then has nothing to do.
    await lockRoles(transaction);
    const known = new Set(
      (await transaction.select().from(knownPermission)).map(({ name }) => name),
    );
    const added = catalogue.names.filter((name) => !known.has(name));
    const removed = [...known].filter((name) => !catalogue.names.includes(name));
    for (const { id, key, permissions } of await transaction.select().from(role)) {
      const next = permissionsAfter(catalogue, key, permissions, added);
      if (String(next) === String(permissions)) continue;
      await transaction
        .update(role)
        // A catalogue of another version can have names that the column's type lacks.
        .set({ permissions: sql`${sql.param(next)}::text[]` })
        .where(eq(role.id, id));
      await transaction
        .update(account)
        .set({ permission_version: sql`${account.permission_version} + 1` })
        .where(eq(account.role_id, id));
    }
    if (added.length > 0) {
      await transaction.insert(knownPermission).values(added.map((name) => ({ name })));
    }
    if (removed.length > 0) {
      await transaction.delete(knownPermission).where(inArray(knownPermission.name, removed));
    }
  });
}

/** In the catalogue's order. The row of super admins has all, although they hold all by definition. */
function permissionsAfter(
  { names, roles }: Catalogue,
  key: string,
  stored: readonly string[],
  added: readonly string[],
): string[] {
  if (key === "super_admin") return [...names];
  const given = added.filter((name) => roles[key]?.includes(name));
  const held = new Set([...stored, ...given]);
  // Older versions wrote another order; that is no change.
  const isSame = given.length === 0 && stored.every((name) => names.includes(name));
  return isSame ? [...stored] : names.filter((name) => held.has(name));
}
