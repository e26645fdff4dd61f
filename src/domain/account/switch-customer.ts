// Acting for a customer: what staff can choose, and the rules.
import { z } from "zod";
import { customerBriefShape } from "../provider/customer.ts";
import type { Refusal } from "../error.ts";
import { permissionMissing, type ViewerFacts } from "./viewer.ts";
import { idShape } from "../id.ts";

export const switchFormShape = z.object({
  /** Customer to act for; null or absent for none. */
  customer_id: idShape.nullable().default(null),
  show_all_key_figures: z.boolean(),
  /** Hides what only super admins see and can do; absent leaves it unchanged. */
  hidden_admin: z.boolean().optional(),
});
export type SwitchForm = z.input<typeof switchFormShape>;

export const switchChoicesShape = z.object({
  customers: z.array(customerBriefShape),
  customer_id: z.number().int().nullable(),
  show_all_key_figures: z.boolean(),
  hidden_admin: z.boolean(),
  /** True for super admins, hidden or not. */
  may_hide_admin: z.boolean(),
});
export type SwitchChoices = z.infer<typeof switchChoicesShape>;

/** Facts of a switch: the account's own role, and whether to hide it. */
export type Switching = { readonly role: string; readonly hidden_admin?: boolean | undefined };

/** Why the viewer cannot make this switch, or null. Customers' users never can, with any permission. */
export function switchRefusal(
  { is_admin }: Pick<ViewerFacts, "is_admin">,
  { role, hidden_admin }: Switching,
): Refusal | null {
  if (!is_admin) return permissionMissing;
  return hidden_admin === undefined ? null : hideAdminRefusal(role);
}

/** Why the super-admin view cannot be hidden or shown, or null. `role_key` is the account's own role. */
export function hideAdminRefusal(role_key: string): Refusal | null {
  return role_key === "super_admin" ? null : { reason: "not_super_admin", field: "hidden_admin" };
}
