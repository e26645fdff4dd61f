// Conditions for the rows that a viewer sees. Lists and the server use the same.
import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Viewer } from "../context.ts";
import { account } from "./schema/account.ts";
import { documentFile, drone, purchaseOrder, savedView } from "./schema/provider.ts";

/** Accounts that are not deleted, of the viewer's customer if the viewer has one. */
export function isUserSeen({ customer_id }: Pick<Viewer, "customer_id">): SQL | undefined {
  return and(
    isNull(account.deleted_at),
    customer_id === null ? undefined : eq(account.customer_id, customer_id),
  );
}

/** The customer's drones. The provider's drones have no customer; only staff who act for none see them. */
export function isDroneSeen({ customer_id }: Pick<Viewer, "customer_id">): SQL | undefined {
  return customer_id === null ? undefined : eq(drone.customer_id, customer_id);
}

/** The customer's orders; those for a plant only if the viewer sees the plant. */
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

/** Own views and shared ones, of the plants that the viewer sees. */
export function isViewSeen({ account_id }: Pick<Viewer, "account_id">): SQL | undefined {
  return or(eq(savedView.is_shared, true), eq(savedView.account_id, account_id));
}

/** Only super admins see protected documents. */
export function isDocumentSeen({
  is_super_admin,
}: Pick<Viewer, "is_super_admin">): SQL | undefined {
  return is_super_admin ? undefined : eq(documentFile.is_protected, false);
}
