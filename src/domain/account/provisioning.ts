// User provisioning of a customer: the token of its sign-in service, and which role follows from groups.
import { z } from "zod";
import { allPlantsRefusal } from "./viewer.ts";
import type { Refusal } from "../error.ts";
import type { ClaimRole, SingleSignOn } from "./single-sign-on.ts";
import { roleGrantRefusal, type Actor, type Grant } from "./user.ts";

/** Days that a token can be valid for. */
export const tokenDays = [30, 90, 180, 365] as const;

export const provisioningTokenShape = z.object({
  created_at: z.string(),
  expires_at: z.string(),
  is_over: z.boolean(),
  /** Null before its first use; written once a minute at most. */
  last_used_at: z.string().nullable(),
});
export type ProvisioningToken = z.infer<typeof provisioningTokenShape>;

export const provisioningShape = z.object({
  /** The address that the service must know. */
  base_url: z.string(),
  /** Null where there is none. */
  token: provisioningTokenShape.nullable(),
  /** Users whom the service has created or changed. */
  users: z.number().int(),
  /** What the service has sent, by name. */
  groups: z.array(
    z.object({
      id: z.number().int(),
      display_name: z.string(),
      members: z.number().int(),
      /** The role that its members get; null for none of its own. */
      role_id: z.number().int().nullable(),
    }),
  ),
});
export type Provisioning = z.infer<typeof provisioningShape>;

export const tokenFormShape = z.object({ days: z.literal(tokenDays) });
export type TokenForm = z.infer<typeof tokenFormShape>;

/** A new token, which is shown this once. */
export const issuedTokenShape = provisioningShape.extend({ secret: z.string() });
export type IssuedToken = z.infer<typeof issuedTokenShape>;

export type ProvisioningFacts = Pick<
  SingleSignOn,
  "is_provider" | "is_set_up" | "domains" | "default_role_id"
> & {
  /** Roles that the service can give; a missing one is null. */
  readonly grants: readonly (Grant | null)[];
};

/** Why the viewer cannot create a token, or null: the token can assign these roles. */
export function provisioningRefusal(viewer: Actor, facts: ProvisioningFacts): Refusal | null {
  const { is_provider, is_set_up, domains, default_role_id, grants } = facts;
  const limited = allPlantsRefusal(viewer);
  if (limited) return limited;
  if (is_provider) return { reason: "provisioning_not_for_staff" };
  if (!is_set_up || domains.length === 0) return { reason: "provisioning_needs_service" };
  if (default_role_id === null) return { reason: "provisioning_needs_role" };
  for (const grant of grants) {
    if (grant === null) return { reason: "role_unknown" };
    const refusal = roleGrantRefusal(viewer, grant, false);
    if (refusal) return { reason: refusal.reason };
  }
  return null;
}

/**
 * The role that groups and values of a user stand for, or null: the first one of the settings whose value is the
 * name or the ID of a group, or one of the values.
 */
export function provisionedRole(
  roles: readonly ClaimRole[],
  names: ReadonlySet<string>,
): number | null {
  return roles.find(({ value }) => names.has(value))?.role_id ?? null;
}
