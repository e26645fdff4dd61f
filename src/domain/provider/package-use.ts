// How many analyses of the ordered packages are used, and how many remain.
import { z } from "zod";
import { addDays, addMonths } from "../calendar-date.ts";
import { coversPlant, type Order } from "./order.ts";

export const packageUseShape = z.object({
  /** Of the package in the order. */
  order_product_package_id: z.number().int(),
  quantity: z.number().int(),
  /** Analyses of the period that have the package. More than ordered is possible. */
  used: z.number().int(),
  remaining: z.number().int(),
  /** The contract year of a subscription, or the whole period of a setup: first and last day. */
  from: z.string(),
  to: z.string().nullable(),
});
export type PackageUse = z.infer<typeof packageUseShape>;

/** An analysis as it uses packages. */
export type PackageUser = {
  readonly customer_id: number;
  readonly plant_id: number;
  /** Day of the flight (UTC). */
  readonly day: string;
  readonly product_package_ids: readonly number[];
};

type Ordered = Pick<
  Order,
  "id" | "customer_id" | "plant_id" | "type" | "start_date" | "end_date" | "order_product_packages"
>;
type Period = { readonly from: string; readonly to: string | null };

/** The period in which the quantity counts on a day: a year of a subscription; null outside the order. */
export function countedPeriod(order: Ordered, day: string): Period | null {
  const { type, start_date, end_date } = order;
  if (day < start_date || (end_date !== null && day > end_date)) return null;
  if (type === "setup") return { from: start_date, to: end_date };
  let years = Number(day.slice(0, 4)) - Number(start_date.slice(0, 4));
  if (addMonths(start_date, 12 * years) > day) years -= 1;
  const next = addMonths(start_date, 12 * (years + 1));
  const last = addDays(next, -1);
  const to = end_date !== null && end_date < last ? end_date : last;
  return { from: addMonths(start_date, 12 * years), to };
}

/**
 * The use of every package of the orders in their period of `today`; orders that do not run are left out. An
 * analysis uses one of each of its packages: of the orders that run on its day and have the package, the first
 * with something left, and the first of all where nothing is left. Orders of the plant come before those of all
 * plants, and earlier ones first.
 */
export function packageUse(
  orders: readonly Ordered[],
  analyses: readonly PackageUser[],
  today: string,
): PackageUse[] {
  const used = new Map<string, number>();
  const inOrder = orders.toSorted(
    (a, b) =>
      Number(a.plant_id === null) - Number(b.plant_id === null) ||
      compare(a.start_date, b.start_date) ||
      a.id - b.id,
  );
  for (const analysis of analyses.toSorted((a, b) => compare(a.day, b.day))) {
    for (const product_package_id of new Set(analysis.product_package_ids)) {
      const offers = inOrder.flatMap((order) => {
        const period = coversPlant(order, analysis) ? countedPeriod(order, analysis.day) : null;
        const row = order.order_product_packages.find(
          ({ product_package }) => product_package.id === product_package_id,
        );
        return period && row ? [{ key: keyOf(row.id, period), quantity: row.quantity }] : [];
      });
      const countOf = ({ key }: { key: string }) => used.get(key) ?? 0;
      const chosen = offers.find((offer) => countOf(offer) < offer.quantity) ?? offers[0];
      if (chosen) used.set(chosen.key, countOf(chosen) + 1);
    }
  }
  return orders.flatMap((order) => {
    const period = countedPeriod(order, today);
    if (!period) return [];
    return order.order_product_packages.map(({ id, quantity }) => {
      const count = used.get(keyOf(id, period)) ?? 0;
      const remaining = Math.max(0, quantity - count);
      return { order_product_package_id: id, quantity, used: count, remaining, ...period };
    });
  });
}

const keyOf = (id: number, { from }: Period) => `${id} ${from}`;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
