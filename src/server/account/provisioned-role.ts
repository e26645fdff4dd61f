// The role follows the groups of a customer's sign-in service, as the settings map them.
import { provisionedRole } from "../../domain/account/provisioning.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import type { Database } from "../context.ts";
import { writeAuditEntry, type AuditAuthor } from "../store/account/audit.ts";
import { readGroupNames } from "../store/account/provisioned-group.ts";
import { readProvisionedOf, type UserRow } from "../store/account/provisioned-user.ts";
import { readRoles } from "../store/account/role.ts";
import type { SignOnRow } from "../store/account/single-sign-on.ts";
import { storeRole } from "../store/account/user.ts";

type Mapping = Pick<SignOnRow, "customer_id" | "roles" | "default_role_id">;

/** The roles that groups and values stand for now, by user; null where none does. */
export type MappedRoles = ReadonlyMap<number, number | null>;

async function mappedOf(
  db: Database,
  set: Mapping,
  users: readonly UserRow[],
): Promise<MappedRoles> {
  const groups = await readGroupNames(
    db,
    users.map(({ id }) => id),
  );
  return new Map(
    users.map(({ id, roles }) => [
      id,
      provisionedRole(set.roles, new Set([...(groups.get(id) ?? []), ...roles])),
    ]),
  );
}

export async function readMappedRoles(
  db: Database,
  set: Mapping,
  ids: readonly number[],
): Promise<MappedRoles> {
  return mappedOf(db, set, await readProvisionedOf(db, set.customer_id, ids));
}

/**
 * Gives these users the roles that their groups stand for. Who had a role by a group that is gone gets the role of
 * new users. All others keep theirs, as it was set by hand.
 * @param before the roles by groups before the change
 */
export async function followGroups(
  author: AuditAuthor,
  db: Database,
  set: Mapping,
  ids: readonly number[],
  before: MappedRoles,
): Promise<void> {
  const users = await readProvisionedOf(db, set.customer_id, ids);
  if (users.length === 0) return;
  const [after, roles] = await Promise.all([mappedOf(db, set, users), readRoles(db)]);
  for (const user of users) {
    const hadOne = (before.get(user.id) ?? null) !== null;
    const role_id = after.get(user.id) ?? (hadOne ? set.default_role_id : null);
    const role = roles.find(({ id }) => id === role_id);
    // A role that was deleted meanwhile, or that became one of the provider's, is not assigned.
    if (!role || role.id === user.role_id || isProviderRole(role.key)) continue;
    await storeRole(db, user.id, role.id);
    await writeAuditEntry(author, db, {
      action: "user_role_changed",
      customer_id: set.customer_id,
      detail: { user_id: user.id, from: user.role_key, to: role.key, by: "provisioning" },
    });
  }
}
