// Users in the administration, and the rules for changing them.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import type { Permission } from "./permission.ts";
import { isProviderRole } from "./role.ts";
import { permissionMissing } from "./viewer.ts";
import { idShape } from "../id.ts";
import { limits } from "../limits.ts";
import { lineShape } from "../text.ts";

/**
 * UNKNOWN: the invitation has expired, so the user can no longer register with it. It is stored for
 * deleted accounts only, which no list shows.
 */
export const userStates = ["REGISTERED", "PENDING", "UNKNOWN"] as const;
export type UserState = (typeof userStates)[number];
export const userLocales = ["en", "es", "pt"] as const;
export type Locale = (typeof userLocales)[number];

const name = lineShape.min(1).max(100);

export const userShape = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  customer_id: z.number().int(),
  /** Name of the customer. */
  company: z.string(),
  role_id: z.number().int(),
  /** Key of the role, from domain/account/role.ts or of a role added in the database. */
  role: z.string(),
  state: z.enum(userStates),
  locked: z.boolean(),
  /** ISO 8601; null before the first sign-in. */
  last_sign_in_at: z.string().nullable(),
  invited_at: z.string().nullable(),
  /** Null for all plants of the customer, including future ones; empty for none. */
  plant_ids: z.array(z.number().int()).nullable(),
  /** Whether the user reaches plants that the viewer does not see. These are not in `plant_ids`. */
  has_other_plants: z.boolean(),
  /** Whether the user's role has permissions that the viewer's does not have. */
  has_higher_role: z.boolean(),
});
export type User = z.infer<typeof userShape>;

/** How many seats of a customer are taken. Every user who is not deleted takes one. */
export const seatsShape = z.object({
  customer_id: z.number().int(),
  name: z.string(),
  total: z.number().int(),
  max: z.number().int(),
  /** The customer whose users are the provider's staff. */
  is_provider: z.boolean(),
});
export type Seats = z.infer<typeof seatsShape>;

export const roleOptionShape = z.object({ id: z.number().int(), key: z.string() });
export type RoleOption = z.infer<typeof roleOptionShape>;

export const providerUserShape = userShape.pick({
  id: true,
  first_name: true,
  last_name: true,
  email: true,
  role: true,
});

/** A user as stored: the same for every viewer. */
export type StoredUser = Omit<User, "has_other_plants" | "has_higher_role">;

/**
 * A user as the viewer sees them: without the plants that the viewer does not see.
 * @param permissions what the user's role holds
 */
export function userAsSeen(
  viewer: Required<Pick<Actor, "permissions" | "plant_ids">>,
  user: StoredUser,
  permissions: readonly Permission[],
): User {
  const { plant_ids: visible } = viewer;
  const has_higher_role = permissions.some((one) => !viewer.permissions.has(one));
  if (visible === null) return { ...user, has_other_plants: false, has_higher_role };
  const isSeen = (id: number) => visible.includes(id);
  // A role that sees all plants does so whatever is assigned. One that sees none today can be changed tomorrow.
  const seesAll = user.plant_ids === null || permissions.includes("READ_ALL_PLANT");
  return {
    ...user,
    plant_ids: user.plant_ids && user.plant_ids.filter(isSeen),
    has_other_plants: seesAll || user.plant_ids?.every(isSeen) === false,
    has_higher_role,
  };
}

export const plantIdsShape = z.array(idShape).max(10_000).nullable();

export const invitationShape = z.object({
  email: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email())
    .transform((email) => email.toLowerCase()),
  first_name: name,
  last_name: name,
  role_id: idShape,
  customer_id: idShape,
  /** As in `userShape`; null if absent. */
  plant_ids: plantIdsShape.default(null),
  locale: z.enum(userLocales),
});
export type Invitation = z.infer<typeof invitationShape>;

/** The state of an account as lists show it. */
export function listedState(
  { state, invited_at }: Pick<User, "state" | "invited_at">,
  now: Date,
): UserState {
  const isOver =
    invited_at !== null && now.getTime() >= Date.parse(invited_at) + limits.invitationMs;
  return state === "PENDING" && isOver ? "UNKNOWN" : state;
}

/** Facts about the user who makes a change. */
export type Actor = {
  readonly account_id: number;
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  readonly plant_ids?: readonly number[] | null;
};

/** Facts about the user who is changed. */
export type Target = Pick<
  User,
  "id" | "role" | "state" | "locked" | "plant_ids" | "has_other_plants" | "has_higher_role"
>;

/** A role to grant: its key and permissions. */
export type Grant = { readonly key: string; readonly permissions: readonly Permission[] };

/** True for super admins who could sign in now. */
export function isActiveSuperAdmin({
  role,
  state,
  locked,
}: Pick<Target, "role" | "state" | "locked">): boolean {
  return role === "super_admin" && state === "REGISTERED" && !locked;
}

/**
 * Why the user cannot be changed, or null. Only super admins who do not hide their role can change super admins. Who
 * sees some plants cannot change a user who reaches others: the account decides about these plants too.
 */
export function userChangeRefusal(
  actor: Actor,
  target: Pick<Target, "id" | "role" | "has_other_plants">,
): Refusal | null {
  const isAbove = target.role === "super_admin" && !actor.is_super_admin;
  if (isAbove) return { reason: "user_is_super_admin" };
  const isBeyond = target.has_other_plants && target.id !== actor.account_id;
  return isBeyond ? { reason: "user_above_own_plants" } : null;
}

/** Why the viewer cannot change the names of this user, or null. All users can change their own. */
export function userNamesRefusal(
  viewer: Actor,
  target: Pick<Target, "id"> & Partial<Target>,
): Refusal | null {
  if (target.id === viewer.account_id) return null;
  if (!viewer.permissions.has("UPDATE_USER")) return permissionMissing;
  const { id, role, has_other_plants = false } = target;
  return role === undefined ? null : userChangeRefusal(viewer, { id, role, has_other_plants });
}

/** @param super_admins number of super admins who can sign in; the last one is protected */
export function userLockRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_locks_self" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/** @param super_admins number of super admins who can sign in; the last one is protected */
export function userRemovalRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_deletes_self" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/** Why the role of a user cannot be changed at all, or null. `roleGrantRefusal` judges the new role. */
export function roleChangeRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_changes_own_role" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/**
 * Why a user cannot have the role, or null: the provider's roles are for the provider's staff, and the others are for
 * the users of customers. A member of the staff with another role would still belong to the provider.
 */
export function roleSideRefusal(role: string, is_provider: boolean): Refusal | null {
  if (isProviderRole(role) === is_provider) return null;
  return { reason: is_provider ? "role_for_customers" : "role_for_staff", field: "role_id" };
}

/**
 * Why the role cannot be granted, or null. A user cannot grant a role with more permissions than their
 * own. The provider's roles are for the provider's staff.
 * @param is_provider whether the user belongs to the provider
 */
export function roleGrantRefusal(
  actor: Actor,
  { key, permissions }: Grant,
  is_provider: boolean,
): Refusal | null {
  const forStaff = is_provider ? null : roleSideRefusal(key, is_provider);
  if (forStaff) return forStaff;
  const isSuper = key === "super_admin" && !actor.is_super_admin;
  const isMore = permissions.some((permission) => !actor.permissions.has(permission));
  return isSuper || isMore ? { reason: "role_above_own", field: "role_id" } : null;
}

/**
 * Why plants cannot be assigned, or null. Staff see every plant, so none are assigned to them. Assigned plants that the
 * actor does not see stay as they are. "All plants" cannot stay: a list would take the plants of tomorrow from it.
 */
export function plantAssignmentRefusal(
  actor: Actor,
  target: Pick<Target, "id" | "role" | "plant_ids" | "has_other_plants">,
): Refusal | null {
  if (isProviderRole(target.role)) return { reason: "plants_for_staff", field: "plant_ids" };
  if (target.plant_ids === null && target.has_other_plants) {
    return { reason: "user_above_own_plants" };
  }
  return userChangeRefusal(actor, { ...target, has_other_plants: false });
}

/**
 * Why the user cannot be invited again, or null. Registered users need no invitation. The key of the invitation is
 * answered, and who has it can become this user: it is for those alone who could grant the role.
 */
export function invitationRefusal(actor: Actor, target: Target): Refusal | null {
  if (target.state === "REGISTERED") return { reason: "user_registered_already" };
  if (target.locked) return { reason: "user_locked" };
  const refusal = userChangeRefusal(actor, target);
  if (refusal) return refusal;
  return target.has_higher_role ? { reason: "role_above_own" } : null;
}

/** Why the customer can have no more users, or null. */
export function seatRefusal({ total, max }: Pick<Seats, "total" | "max">): Refusal | null {
  return total >= max
    ? { reason: "user_limit_reached", values: { total, max }, field: "customer_id" }
    : null;
}

function lastRefusal(target: Target, super_admins: number): Refusal | null {
  const isLast = isActiveSuperAdmin(target) && super_admins <= 1;
  return isLast ? { reason: "user_is_last_super_admin" } : null;
}

/** What the user form changes. Names and plants are sent separately. */
export const userChangesShape = z.object({
  first_name: name,
  last_name: name,
  plant_ids: plantIdsShape,
});
export type UserChanges = z.infer<typeof userChangesShape>;
