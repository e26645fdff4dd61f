// Who wants to do something, as far as rules ask for it. Browser and server know the same facts.
import type { Refusal } from "../error.ts";
import type { Permission } from "./permission.ts";

export type ViewerFacts = {
  readonly account_id: number;
  /** Customer whose data the viewer sees; null for staff who act for none and see all. */
  readonly customer_id: number | null;
  readonly is_admin: boolean;
  /** False while a super admin hides it. */
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
};

/** Says that the viewer's role does not hold the permission. */
export const permissionMissing: Refusal = { reason: "permission_missing" };
