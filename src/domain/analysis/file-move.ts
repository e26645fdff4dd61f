// Where files of an analysis may be moved to: within the plant, or by an admin to another plant of the customer.
import type { Refusal } from "../error.ts";

type Belonging = { readonly plant_id: number; readonly customer_id: number };

export type FileMove = {
  readonly from: Belonging;
  readonly to: Belonging;
  readonly is_admin: boolean;
  /** An admin has said that the files belong to the other plant. */
  readonly to_other_plant: boolean;
};

/** Why files may not be moved between the two analyses, or null. */
export function fileMoveRefusal({ from, to, ...by }: FileMove): Refusal | null {
  if (from.customer_id !== to.customer_id) return { reason: "files_of_other_customer" };
  if (from.plant_id === to.plant_id) return null;
  if (!by.is_admin) return { reason: "files_of_other_plant" };
  return by.to_other_plant ? null : { reason: "files_of_other_plant_unconfirmed" };
}
