// Users as those who administer them see them, and what may be done to whom.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import type { Permission } from "./permission.ts";
import { isProviderRole } from "./role.ts";
import { permissionMissing } from "./viewer.ts";

/** UNKNOWN stands for deleted accounts, which no list shows. */
export const userStates = ["REGISTERED", "PENDING", "UNKNOWN"] as const;
export type UserState = (typeof userStates)[number];
export const userLocales = ["en", "es", "pt"] as const;
export type Locale = (typeof userLocales)[number];

const id = z.number().int().positive().max(2_147_483_647);
const name = z.string().trim().min(1).max(100);

export const userShape = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  customer_id: z.number().int(),
  /** Name of the customer. */
  company: z.string(),
  role_id: z.number().int(),
  /** Key of the role: domain/account/role.ts, or one that staff of the database made. */
  role: z.string(),
  state: z.enum(userStates),
  locked: z.boolean(),
  /** ISO 8601; null before the first sign-in. */
  last_sign_in_at: z.string().nullable(),
  invited_at: z.string().nullable(),
  /** Null for all plants of the customer, those of tomorrow too; empty for none. */
  plant_ids: z.array(z.number().int()).nullable(),
});
export type User = z.infer<typeof userShape>;

/** How many of a customer's seats are taken; whoever was not deleted has one. */
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

export const plantIdsShape = z.array(id).max(10_000).nullable();

export const invitationShape = z.object({
  email: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email())
    .transform((email) => email.toLowerCase()),
  first_name: name,
  last_name: name,
  role_id: id,
  customer_id: id,
  /** As of `userShape`; null where left out. */
  plant_ids: plantIdsShape.default(null),
  locale: z.enum(userLocales),
});
export type Invitation = z.infer<typeof invitationShape>;

/** What the rules ask of whoever acts. */
export type Actor = {
  readonly account_id: number;
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
};

/** What the rules ask of whom it is done to. */
export type Target = Pick<User, "id" | "role" | "state" | "locked">;

/** Of a role: its key and what it may do. */
export type Grant = { readonly key: string; readonly permissions: readonly Permission[] };

/** True for super admins who could sign in now. */
export function isActiveSuperAdmin({ role, state, locked }: Omit<Target, "id">): boolean {
  return role === "super_admin" && state === "REGISTERED" && !locked;
}

/** Super admins are changed by super admins alone, and by those only while they do not hide it. */
export function userChangeRefusal(actor: Actor, target: Pick<Target, "role">): Refusal | null {
  const isAbove = target.role === "super_admin" && !actor.is_super_admin;
  return isAbove ? { reason: "user_is_super_admin" } : null;
}

/** Why the viewer cannot change the names of this user, or null; the own ones are everybody's to change. */
export function userNamesRefusal(
  viewer: Actor,
  target: Pick<Target, "id"> & Partial<Target>,
): Refusal | null {
  if (target.id === viewer.account_id) return null;
  if (!viewer.permissions.has("UPDATE_USER")) return permissionMissing;
  return target.role === undefined ? null : userChangeRefusal(viewer, { role: target.role });
}

/** @param super_admins how many could sign in now: one always stays */
export function userLockRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_locks_self" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/** @param super_admins how many could sign in now: one always stays */
export function userRemovalRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_deletes_self" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/** Whether the role of a user may be changed at all; which role, says `roleGrantRefusal`. */
export function roleChangeRefusal(
  actor: Actor,
  target: Target,
  super_admins: number,
): Refusal | null {
  if (target.id === actor.account_id) return { reason: "user_changes_own_role" };
  return userChangeRefusal(actor, target) ?? lastRefusal(target, super_admins);
}

/**
 * Nobody gives a role that may do more than the giver; the provider's roles are for the provider's
 * staff.
 * @param is_provider whether the user belongs to the provider
 */
export function roleGrantRefusal(
  actor: Actor,
  { key, permissions }: Grant,
  is_provider: boolean,
): Refusal | null {
  if (isProviderRole(key) && !is_provider) return { reason: "role_for_staff", field: "role_id" };
  const isSuper = key === "super_admin" && !actor.is_super_admin;
  const isMore = permissions.some((permission) => !actor.permissions.has(permission));
  return isSuper || isMore ? { reason: "role_above_own", field: "role_id" } : null;
}

/** Staff see every plant; the others see those they are given. */
export function plantAssignmentRefusal(actor: Actor, target: Target): Refusal | null {
  if (isProviderRole(target.role)) return { reason: "plants_for_staff", field: "plant_ids" };
  return userChangeRefusal(actor, target);
}

/** Whoever registered needs no invitation. */
export function invitationRefusal(actor: Actor, target: Target): Refusal | null {
  if (target.state !== "PENDING") return { reason: "user_registered_already" };
  if (target.locked) return { reason: "user_locked" };
  return userChangeRefusal(actor, target);
}

/** A customer has as many users as were agreed. */
export function seatRefusal({ total, max }: Pick<Seats, "total" | "max">): Refusal | null {
  return total >= max
    ? { reason: "user_limit_reached", values: { total, max }, field: "customer_id" }
    : null;
}

function lastRefusal(target: Target, super_admins: number): Refusal | null {
  const isLast = isActiveSuperAdmin(target) && super_admins <= 1;
  return isLast ? { reason: "user_is_last_super_admin" } : null;
}

/** What the form of a user changes; each part is sent by itself. */
export const userChangesShape = z.object({
  first_name: name,
  last_name: name,
  plant_ids: plantIdsShape,
});
export type UserChanges = z.infer<typeof userChangesShape>;
