// Users as a viewer sees them. Rules and screens get no other: they depend on what the viewer sees.
import { userAsSeen, type StoredUser, type User } from "../../domain/account/user.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readRole, readRoles } from "../store/account/role.ts";
import { readUser, readUsers } from "../store/account/user.ts";

type Seeing = Pick<Context, "db" | "viewer">;

/** The users that the viewer sees, by name. */
export async function usersAsSeen({ db, viewer }: Seeing): Promise<User[]> {
  const [users, roles] = await Promise.all([readUsers(db, viewer), readRoles(db)]);
  const held = new Map(roles.map(({ id, permissions }) => [id, permissions]));
  return users.map((user) => userAsSeen(viewer, user, held.get(user.role_id) ?? []));
}

/** @throws RESOURCE_NOT_FOUND for users that the viewer does not see */
export async function requireUser(context: Seeing, id: number): Promise<User> {
  return (await requireStored(context, id)).seen;
}

/** The user as seen, and as stored: with the plants that the viewer does not see. */
export async function requireStored(
  { db, viewer }: Seeing,
  id: number,
): Promise<{ readonly seen: User; readonly stored: StoredUser }> {
  const stored = requireFound(await readUser(db, viewer, id));
  const role = requireFound(await readRole(db, stored.role_id));
  return { stored, seen: userAsSeen(viewer, stored, role.permissions) };
}
