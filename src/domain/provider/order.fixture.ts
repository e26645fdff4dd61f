// Orders for tests.
import type { Order } from "./order.ts";

/** An order of the package 1, named P1, for the plant 1 of the customer 1, through 2026. */
export function orderOf(changes: Partial<Order> = {}): Order {
  return {
    id: 1,
    customer_id: 1,
    customer_name: "Customer",
    plant_id: 1,
    plant_name: "Plant",
    type: "subscription",
    start_date: "2026-01-01",
    end_date: "2026-12-31",
    note: "",
    created_at: "2026-01-01T00:00:00.000Z",
    order_product_packages: packagesOf(1),
    ...changes,
  };
}

/** Ordered packages with these ids, once each. */
export function packagesOf(...ids: readonly number[]): Order["order_product_packages"] {
  return ids.map((id) => ({
    id: id * 10,
    quantity: id,
    product_package: { id, name: `P${id}` },
  }));
}
