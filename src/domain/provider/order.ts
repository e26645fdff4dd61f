// An order: the packages that a customer orders for a plant and a period.
import { z } from "zod";
import { addDays, calendarDateShape } from "../calendar-date.ts";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { paragraphShape } from "../text.ts";

export const orderTypes = ["subscription", "setup"] as const;
export type OrderType = (typeof orderTypes)[number];

export const orderStates = ["running", "upcoming", "ended"] as const;
export type OrderState = (typeof orderStates)[number];

const orderedPackageShape = z.object({
  product_package_id: idShape,
  /** Analyses per year for a subscription, analyses in total for a setup. */
  quantity: z.number().int().min(1).max(1000),
});
export type OrderedPackage = z.infer<typeof orderedPackageShape>;

const fieldShapes = z.object({
  customer_id: idShape,
  /** Null for all plants of the customer. */
  plant_id: idShape.nullable(),
  type: z.enum(orderTypes),
  /** First day. */
  start_date: calendarDateShape,
  /** Last day, inclusive; null for a subscription without an end. */
  end_date: calendarDateShape.nullable(),
  note: paragraphShape.max(2000),
  order_product_packages: z.array(orderedPackageShape).max(50),
});
const { plant_id, end_date, note } = fieldShapes.shape;

/** Input of the order form. */
export const orderFormShape = fieldShapes.extend({
  plant_id: plant_id.default(null),
  end_date: end_date.default(null),
  note: note.default(""),
});
/** Absent fields stay unchanged. */
export const orderChangesShape = fieldShapes.partial();
export type OrderForm = z.infer<typeof orderFormShape>;

export const orderShape = fieldShapes.extend({
  id: z.number().int(),
  customer_name: z.string(),
  plant_name: z.string().nullable(),
  created_at: z.string(),
  order_product_packages: z.array(
    z.object({
      id: z.number().int(),
      quantity: z.number().int(),
      product_package: z.object({ id: z.number().int(), name: z.string() }),
    }),
  ),
});
export type Order = z.infer<typeof orderShape>;

/** A package that is running for a customer on a day. */
export const runningPackageShape = z.object({
  id: z.number().int(),
  quantity: z.number().int(),
  product_package: z.object({ name: z.string() }),
});
export type RunningPackage = z.infer<typeof runningPackageShape>;

type Period = Pick<Order, "start_date" | "end_date">;

/** The state of the order on a day; the first and the last day are included. */
export function orderState({ start_date, end_date }: Period, day: string): OrderState {
  if (day < start_date) return "upcoming";
  return end_date !== null && end_date < day ? "ended" : "running";
}

/** Why an order cannot have this period, or null. */
export function orderPeriodRefusal(order: Period & Pick<Order, "type">): Refusal | null {
  const field = "end_date";
  if (order.end_date === null) {
    return order.type === "setup" ? { reason: "order_setup_without_end", field } : null;
  }
  return order.end_date < order.start_date ? { reason: "order_ends_before_start", field } : null;
}

/** Why an order cannot have these packages, or null. */
export function orderPackagesRefusal(packages: readonly OrderedPackage[]): Refusal | null {
  const field = "order_product_packages";
  if (packages.length === 0) return { reason: "order_without_packages", field };
  const ids = new Set(packages.map(({ product_package_id }) => product_package_id));
  return ids.size < packages.length ? { reason: "order_package_twice", field } : null;
}

/** Why an order cannot have this plant, or null. */
export function orderPlantRefusal(
  customer_id: number,
  plant: { readonly customer_id: number } | null,
): Refusal | null {
  const isOwn = plant === null || plant.customer_id === customer_id;
  return isOwn ? null : { reason: "order_plant_of_other_customer", field: "plant_id" };
}

/** True if both concern the same plant. Orders without a plant are for all plants of their customer. */
export function coversPlant(
  order: Pick<Order, "customer_id" | "plant_id">,
  other: Pick<Order, "customer_id" | "plant_id">,
): boolean {
  const isSame = order.plant_id === other.plant_id;
  const isForAll = order.plant_id === null || other.plant_id === null;
  return order.customer_id === other.customer_id && (isSame || isForAll);
}

/** IDs of the packages of the order that are in `ids`. */
export function sharedPackages(
  order: { readonly order_product_packages: readonly { product_package: { id: number } }[] },
  ids: ReadonlySet<number>,
): number[] {
  return order.order_product_packages
    .map(({ product_package }) => product_package.id)
    .filter((id) => ids.has(id));
}

/**
 * Other subscriptions for the same plant, package and days. They are allowed, because two contracts can add
 * up, but worth a warning.
 * @param form the order as entered; `id` is that of the stored one, absent for a new one
 */
export function overlappingOrders(
  form: Omit<OrderForm, "note"> & { readonly id?: number | undefined },
  orders: readonly Order[],
): Order[] {
  if (form.type !== "subscription") return [];
  const ids = new Set(
    form.order_product_packages.map(({ product_package_id }) => product_package_id),
  );
  return orders.filter(
    (order) =>
      order.id !== form.id &&
      order.type === "subscription" &&
      coversPlant(order, form) &&
      (order.end_date === null || order.end_date >= form.start_date) &&
      (form.end_date === null || form.end_date >= order.start_date) &&
      sharedPackages(order, ids).length > 0,
  );
}

/** The day after the last day; null for an order without an end. */
export function dayAfterEnd({ end_date }: Pick<Order, "end_date">): string | null {
  return end_date === null ? null : addDays(end_date, 1);
}
