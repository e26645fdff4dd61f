// Proposes orders. Proposals are computed from the existing orders and plants and not stored.
import { z } from "zod";
import { addDays, addMonths, calendarDateShape, samePeriodFrom } from "../calendar-date.ts";
import { coversPlant, dayAfterEnd, orderShape, orderState, sharedPackages } from "./order.ts";
import type { Order } from "./order.ts";

/** Days before the end of a subscription in which its renewal is proposed. */
const RENEWAL_DAYS = 90;
/** Duration of a proposed setup. */
const SETUP_MONTHS = 3;

export const proposalCauses = ["subscription_ends", "plant_in_setup", "plant_unordered"] as const;

export const orderProposalShape = orderShape
  .pick({
    customer_id: true,
    customer_name: true,
    plant_id: true,
    plant_name: true,
    type: true,
    start_date: true,
    end_date: true,
  })
  .extend({
    /** ID of the proposal while its cause lasts: "subscription_ends-12". */
    key: z.string(),
    cause: z.enum(proposalCauses),
    /** The subscription to renew or to resume; null if there was none. */
    order_id: z.number().int().nullable(),
    /** Last day of that subscription. */
    ends_on: calendarDateShape.nullable(),
    /** Empty if no packages can be proposed. */
    order_product_packages: z.array(
      z.object({
        quantity: z.number().int(),
        product_package: z.object({ id: z.number().int(), name: z.string() }),
      }),
    ),
  });
export type OrderProposal = z.infer<typeof orderProposalShape>;

export type ProposalPlant = {
  readonly id: number;
  readonly name: string;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly setup_phase: boolean;
  /** True if results of the plant are released. */
  readonly has_release: boolean;
};

/** Renewals first, the most urgent first; then the plants in their order. */
export function orderProposals(
  orders: readonly Order[],
  plants: readonly ProposalPlant[],
  day: string,
): OrderProposal[] {
  const subscriptions = orders.filter(({ type }) => type === "subscription");
  const setups = orders.filter(({ type }) => type === "setup");
  return [
    ...renewals(subscriptions, day),
    ...plants.flatMap((plant) => setupOf(plant, setups, day)),
    ...plants.flatMap((plant) => subscriptionOf(plant, subscriptions, day)),
  ];
}

function renewals(subscriptions: readonly Order[], day: string): OrderProposal[] {
  const latest = addDays(day, RENEWAL_DAYS);
  return subscriptions
    .filter(({ end_date }) => end_date !== null && end_date <= latest)
    .filter((order) => orderState(order, day) === "running")
    .filter((order) => !subscriptions.some((other) => succeeds(other, order)))
    .toSorted((a, b) => (a.end_date ?? "").localeCompare(b.end_date ?? "") || a.id - b.id)
    .map((order) => {
      const start_date = dayAfterEnd(order) ?? day;
      const end_date = samePeriodFrom(start_date, order.start_date, order.end_date ?? day);
      const { id, customer_id, customer_name, plant_id, plant_name, type } = order;
      return {
        key: `subscription_ends-${id}`,
        cause: "subscription_ends",
        order_id: id,
        ends_on: order.end_date,
        customer_id,
        customer_name,
        plant_id,
        plant_name,
        type,
        start_date,
        end_date,
        order_product_packages: packagesOf(order),
      };
    });
}

/** True if `other` continues a package of the order beyond its end, for the same plant or for all. */
function succeeds(other: Order, order: Order): boolean {
  const ids = new Set(
    order.order_product_packages.map(({ product_package }) => product_package.id),
  );
  return (
    other.customer_id === order.customer_id &&
    (other.plant_id === null || other.plant_id === order.plant_id) &&
    (other.end_date === null || other.end_date > (order.end_date ?? "")) &&
    sharedPackages(other, ids).length > 0
  );
}

function setupOf(plant: ProposalPlant, setups: readonly Order[], day: string): OrderProposal[] {
  if (!plant.setup_phase || setups.some((order) => coversPlant(order, placeOf(plant)))) return [];
  return [
    {
      key: `plant_in_setup-${plant.id}`,
      cause: "plant_in_setup",
      order_id: null,
      ends_on: null,
      ...placeOf(plant),
      type: "setup",
      start_date: day,
      end_date: addDays(addMonths(day, SETUP_MONTHS), -1),
      order_product_packages: [],
    },
  ];
}

function subscriptionOf(
  plant: ProposalPlant,
  subscriptions: readonly Order[],
  day: string,
): OrderProposal[] {
  const covering = subscriptions.filter((order) => coversPlant(order, placeOf(plant)));
  const isCovered = covering.some((order) => orderState(order, day) !== "ended");
  if (!plant.has_release || isCovered) return [];
  const last = covering.toSorted((a, b) => (b.end_date ?? "").localeCompare(a.end_date ?? ""))[0];
  return [
    {
      key: `plant_unordered-${plant.id}`,
      cause: "plant_unordered",
      order_id: last?.id ?? null,
      ends_on: last?.end_date ?? null,
      ...placeOf(plant),
      type: "subscription",
      start_date: day,
      end_date: null,
      order_product_packages: last ? packagesOf(last) : [],
    },
  ];
}

function placeOf({ customer_id, customer_name, id, name }: ProposalPlant) {
  return { customer_id, customer_name, plant_id: id, plant_name: name };
}

function packagesOf({ order_product_packages }: Order): OrderProposal["order_product_packages"] {
  return order_product_packages.map(({ quantity, product_package }) => ({
    quantity,
    product_package,
  }));
}
