// The facts about the viewer that rules depend on. Browser and server know the same.
import type { Refusal } from "../error.ts";
import type { Permission } from "./permission.ts";

export type ViewerFacts = {
  readonly account_id: number;
  /** The customer whose data the viewer sees; null for staff who act for no customer and see all. */
  readonly customer_id: number | null;
  readonly is_admin: boolean;
  /** False while a super admin hides the role. */
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** The plants that the viewer is limited to; null for all. The browser knows whether, not which. */
  readonly plant_ids?: readonly number[] | null;
};

/**
 * Why the viewer cannot change settings that reach all plants of a customer, or null: one who sees only some would get the
 * others through a sign-in service, its users, or what a webhook sends.
 */
export function allPlantsRefusal({
  plant_ids = null,
}: Pick<ViewerFacts, "plant_ids">): Refusal | null {
  return plant_ids === null ? null : { reason: "settings_above_own_plants" };
}

/** The viewer's role lacks the permission. */
export const permissionMissing: Refusal = { reason: "permission_missing" };
