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
};

/** The viewer's role lacks the permission. */
export const permissionMissing: Refusal = { reason: "permission_missing" };
