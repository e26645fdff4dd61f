// Orders, and proposals for new ones.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { today } from "../shell/date-range.ts";
import type { OrderProposal } from "../../domain/provider/order-proposal.ts";
import type { Order, OrderForm, RunningPackage } from "../../domain/provider/order.ts";
import type { PackageUse } from "../../domain/provider/package-use.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { queriesById, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { formatDay, t } from "../shell/locale.ts";
import { productPackages } from "./product-package.ts";
import { records } from "./record.ts";
import { perSession } from "../shell/lifetime.ts";

const stored = records<Order, OrderForm>({
  key: "orders",
  permission: api.order.list.permission,
  load: (options) => call(api.order.list, {}, options),
  create: (body) => call(api.order.create, { body }),
  change: (id, body) => call(api.order.update, { params: { id }, body }),
  remove: (id) => call(api.order.remove, { params: { id } }),
  preview: (row, form) => ({
    ...row,
    ...form,
    order_product_packages: row.order_product_packages,
  }),
  name: orderPlace,
  words: { created: "order:created", changed: "order:changed", removed: "order:removed" },
});

const dayAtom = atom(today());
dayAtom.onMount = (set) => set(today());
/** Today in the user's time zone, at the time it was first shown. */
export const todayAtom = atom((get) => get(dayAtom));

const proposalsKey = ["order-proposals"];

/** Proposals as of today. */
export const proposalsAtom = queryOf((get): ServerQuery<readonly OrderProposal[]> => {
  const query = { cur_date: get(dayAtom) };
  return {
    key: [...proposalsKey, query],
    ask: (options) => call(api.order.proposals, { query }, options),
  };
});

const useKey = ["package-use"];

/** What remains of the packages of running orders, by the id of the ordered package. */
const packageUsesAtom = queryOf((get): ServerQuery<readonly PackageUse[]> | null => {
  const { packageUse } = api.order;
  if (!get(hasPermissionAtom)(packageUse.permission)) return null;
  const query = { cur_date: get(dayAtom) };
  return { key: [...useKey, query], ask: (options) => call(packageUse, { query }, options) };
});
export const packageUseAtom = atom(
  (get) =>
    new Map(
      (valueOf(get(packageUsesAtom)) ?? []).map((one) => [one.order_product_package_id, one]),
    ),
);

const runningKey = ["running-packages"];

export const seesRunningPackagesAtom = atom((get) =>
  get(hasPermissionAtom)(api.order.runningPackages.permission),
);

/** The packages of all running orders of a customer on a day, by `${customer_id} ${YYYY-MM-DD}`. */
export const runningPackagesOf = queriesById(
  (id: string): ServerQuery<readonly RunningPackage[]> | null => {
    const [customer_id = "", cur_date = ""] = id.split(" ");
    const query = { customer_id, cur_date };
    return {
      key: [...runningKey, query],
      ask: (options) => call(api.order.runningPackages, { query }, options),
      keepsPrevious: true,
    };
  },
);

/** Orders change the proposals and the counts of packages. */
function refresh(): void {
  void reload(proposalsKey);
  void reload(useKey);
  void reload(runningKey);
  void productPackages.reload();
}

export const orders = {
  listAtom: stored.listAtom,
  reload: stored.reload,
  create: atom(null, async (_get, set, form: OrderForm) => {
    const order = await set(stored.create, form);
    refresh();
    return order;
  }),
  change: atom(null, async (_get, set, id: number, form: OrderForm) => {
    const order = await set(stored.change, id, form);
    refresh();
    return order;
  }),
  remove: atom(null, async (_get, set, id: number) => {
    await set(stored.remove, id);
    refresh();
  }),
};

/** The proposal that a new order is filled in from; null for an empty one. */
export const chosenProposalAtom = perSession<OrderProposal | null>(null);

type Place = Pick<Order, "plant_name" | "customer_name">;

/** The plant, or "All plants of …". */
export function orderPlace({ plant_name, customer_name }: Place): string {
  return plant_name ?? t("order:all_plants_of", { customer: customer_name });
}

/** "1 Jan 2026 – 31 Dec 2026", "1 Jan 2026 – open". */
export function formatPeriod({ start_date, end_date }: Pick<Order, "start_date" | "end_date">) {
  return `${formatDay(start_date)} – ${end_date === null ? t("order:open_end") : formatDay(end_date)}`;
}

/** "Yearly 2" of a subscription, "2 in all" of a setup. */
export function formatQuantity(type: Order["type"], quantity: number): string {
  return t(type === "subscription" ? "order:yearly" : "order:once", { quantity });
}

/** "Receiver inspection · Yearly 2, Mirror inspection · Yearly 1". */
export function formatPackages(order: {
  readonly type: Order["type"];
  readonly order_product_packages: OrderProposal["order_product_packages"];
}): string {
  return order.order_product_packages
    .map(({ quantity, product_package }) => {
      return `${product_package.name} · ${formatQuantity(order.type, quantity)}`;
    })
    .join(", ");
}
