// Orders, the packages that run at a date, and proposals for orders.
import type { orderApi } from "../../../api/provider/order.ts";
import { utcDay } from "../../../domain/calendar-date.ts";
import { failure, type Refusal } from "../../../domain/error.ts";
import {
  orderPackagesRefusal,
  orderPeriodRefusal,
  orderPlantRefusal,
  type Order,
  type OrderForm,
} from "../../../domain/provider/order.ts";
import { orderProposals } from "../../../domain/provider/order-proposal.ts";
import { packageTechnologyRefusal } from "../../../domain/provider/product-package.ts";
import { packageUse } from "../../../domain/provider/package-use.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { requireFound } from "../../implement.ts";
import { changeWithAudit, type AuditEntry } from "../../store/account/audit.ts";
import { readPackageUsers } from "../../store/provider/package-use.ts";
import * as store from "../../store/provider/order.ts";
import { customerExists, readPlant } from "../../store/plant/plant.ts";

export const orderHandlers: Handlers<typeof orderApi> = {
  list: ({ db, viewer }) => store.readOrders(db, viewer),

  async proposals({ db, viewer, now }, { query }) {
    const [orders, plants] = await Promise.all([
      store.readOrders(db, viewer),
      store.readProposalPlants(db, viewer),
    ]);
    return orderProposals(orders, plants, query.cur_date ?? utcDay(now()));
  },

  async runningPackages({ db, viewer }, { query }) {
    // Customers that the viewer does not see count as missing.
    if (!(await customerExists(db, query.customer_id))) throw failure("RESOURCE_NOT_FOUND");
    return store.readRunningPackages(db, viewer, query);
  },

  async packageUse({ db, viewer }, { query: { cur_date } }) {
    const orders = await store.readOrders(db, viewer);
    const customers = [...new Set(orders.map(({ customer_id }) => customer_id))];
    return packageUse(orders, await readPackageUsers(db, customers), cur_date);
  },

  read: async ({ db, viewer }, { params }) =>
    requireFound(await store.readOrder(db, viewer, params.id)),

  async create(context, { body }) {
    const { db, viewer } = context;
    await checkOrder(context, body);
    const id = await changeWithAudit(
      context,
      (transaction) => store.insertOrder(transaction, body),
      (order_id) => entryOf("create_order", order_id, body),
    );
    return requireFound(await store.readOrder(db, viewer, id));
  },

  async update(context, { params: { id }, body }) {
    const { db, viewer } = context;
    const before = requireFound(await store.readOrder(db, viewer, id));
    const order_product_packages = before.order_product_packages.map(
      ({ quantity, product_package }) => ({ product_package_id: product_package.id, quantity }),
    );
    await checkOrder(context, { ...before, order_product_packages, ...body }, before);
    await changeWithAudit(
      context,
      (transaction) => store.updateOrder(transaction, id, body),
      () => entryOf("update_order", id, { ...before, ...body }),
    );
    return requireFound(await store.readOrder(db, viewer, id));
  },

  async remove(context, { params: { id } }) {
    const { db, viewer } = context;
    const before = requireFound(await store.readOrder(db, viewer, id));
    await changeWithAudit(
      context,
      (transaction) => store.deleteOrder(transaction, id),
      () => entryOf("delete_order", id, before),
    );
    return { done: true };
  },
};

/** @throws BAD_REQUEST with the first rule that the order breaks */
async function checkOrder(
  { db, viewer }: Context,
  order: OrderForm,
  kept: Order | null = null,
): Promise<void> {
  const { customer_id, plant_id, order_product_packages: packages } = order;
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  if (!isOwn || !(await customerExists(db, customer_id))) {
    refuseIf({ reason: "customer_unknown", field: "customer_id" });
  }
  const plant = plant_id === null ? null : await readPlant(db, viewer, plant_id);
  if (plant_id !== null && plant === null) refuseIf({ reason: "plant_unknown", field: "plant_id" });
  refuseIf(orderPlantRefusal(customer_id, plant));
  refuseIf(orderPeriodRefusal(order));
  refuseIf(orderPackagesRefusal(packages));
  const ids = packages.map(({ product_package_id }) => product_package_id);
  const known = await store.knownPackages(db, ids);
  if (ids.some((id) => !known.some((one) => one.id === id))) {
    refuseIf({ reason: "product_package_unknown", field: "order_product_packages" });
  }
  if (plant === null) return;
  // What an older order of the plant has already stays while something else is changed.
  const stored = kept?.plant_id === plant_id ? kept.order_product_packages : [];
  const added = known.filter(({ id }) => !stored.some((one) => one.product_package.id === id));
  refuseIf(packageTechnologyRefusal(plant.technology, added, "order_product_packages"));
}

function refuseIf(refusal: Refusal | null): void {
  if (refusal) throw failure("BAD_REQUEST", refusal);
}

/** The audit entry belongs to the customer of the order. */
function entryOf(
  action: AuditEntry["action"],
  order_id: number,
  order: Pick<OrderForm, "customer_id" | "plant_id" | "type" | "start_date" | "end_date">,
): AuditEntry {
  const { customer_id, plant_id, type, start_date, end_date } = order;
  return { action, customer_id, detail: { order_id, plant_id, type, start_date, end_date } };
}
