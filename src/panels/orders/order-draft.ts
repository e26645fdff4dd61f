// The form state of an order. Required choices may be empty.
import {
  orderPackagesRefusal,
  orderPeriodRefusal,
  type Order,
  type OrderType,
} from "../../domain/provider/order.ts";
import type { OrderProposal } from "../../domain/provider/order-proposal.ts";
import type { Problem } from "../../domain/error.ts";

/** Id of the option "all plants". */
export const ALL_PLANTS = 0;

export type PackageRow = { readonly product_package_id: number | null; readonly quantity: number };

export type OrderDraft = {
  readonly customer_id: number | null;
  readonly plant_id: number;
  readonly type: OrderType;
  readonly start_date: string;
  /** Empty string for none. */
  readonly end_date: string;
  readonly note: string;
  readonly order_product_packages: readonly PackageRow[];
};

const emptyRow: PackageRow = { product_package_id: null, quantity: 1 };

/** The draft of a stored order, of a proposal, or of a new order that starts today. */
export function draftOf(
  order: Order | null,
  proposal: OrderProposal | null,
  { today, customer_id }: { today: string; customer_id: number | null },
): OrderDraft {
  const source = order ?? proposal;
  if (!source) {
    return {
      customer_id,
      plant_id: ALL_PLANTS,
      type: "subscription",
      start_date: today,
      end_date: "",
      note: "",
      order_product_packages: [emptyRow],
    };
  }
  const rows = source.order_product_packages.map(({ quantity, product_package }) => ({
    product_package_id: product_package.id,
    quantity,
  }));
  return {
    customer_id: source.customer_id,
    plant_id: source.plant_id ?? ALL_PLANTS,
    type: source.type,
    start_date: source.start_date,
    end_date: source.end_date ?? "",
    note: order?.note ?? "",
    order_product_packages: rows.length === 0 ? [emptyRow] : rows,
  };
}

/** The request body. A missing choice stays null, which the shape refuses. */
export function formOf(draft: OrderDraft) {
  return {
    ...draft,
    plant_id: draft.plant_id === ALL_PLANTS ? null : draft.plant_id,
    end_date: draft.end_date === "" ? null : draft.end_date,
  };
}

/** Problems that the shape cannot detect. */
export function refusalsOf(draft: OrderDraft): Problem[] {
  const chosen = draft.order_product_packages.flatMap(({ product_package_id, quantity }) =>
    product_package_id === null ? [] : [{ product_package_id, quantity }],
  );
  const isEmpty = draft.order_product_packages.length === 0;
  return [
    orderPeriodRefusal(formOf(draft)),
    // The shape reports rows without a package.
    chosen.length > 0 || isEmpty ? orderPackagesRefusal(chosen) : null,
  ].filter((refusal) => refusal !== null);
}
