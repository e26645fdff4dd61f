// Who sees which rows of what staff keep: the conditions of lists and of the door, in one place.
import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Viewer } from "../context.ts";
import { account } from "./schema/account.ts";
import { documentFile, drone, purchaseOrder } from "./schema/provider.ts";

/** Accounts that are not deleted; of the viewer's customer where the viewer is bound to one. */
export function isUserSeen({ customer_id }: Pick<Viewer, "customer_id">): SQL | undefined {
  return and(
    isNull(account.deleted_at),
    customer_id === null ? undefined : eq(account.customer_id, customer_id),
  );
}

/** The customer's drones; the provider's own, which have no customer, are for staff who act for none. */
export function isDroneSeen({ customer_id }: Pick<Viewer, "customer_id">): SQL | undefined {
  return customer_id === null ? undefined : eq(drone.customer_id, customer_id);
}

/** The customer's orders; of those for a plant only where that plant is seen. */
export function isOrderSeen({
  customer_id,
  plant_ids,
}: Pick<Viewer, "customer_id" | "plant_ids">): SQL | undefined {
  return and(
    customer_id === null ? undefined : eq(purchaseOrder.customer_id, customer_id),
    plant_ids === null
      ? undefined
      : or(isNull(purchaseOrder.plant_id), inArray(purchaseOrder.plant_id, [...plant_ids])),
  );
}

/** Protected documents are the super admins' alone. */
export function isDocumentSeen({
  is_super_admin,
}: Pick<Viewer, "is_super_admin">): SQL | undefined {
  return is_super_admin ? undefined : eq(documentFile.is_protected, false);
}
