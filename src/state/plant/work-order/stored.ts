// The work orders of the plant as the server has them.
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { WorkOrder, WorkOrderChanged } from "../../../domain/work-order/work-order.ts";
import { hasCallAtom } from "../../account/ask.ts";
import { updateAnswer } from "../../shell/mutation.ts";
import { reload, type ServerQuery } from "../../shell/query.ts";
import { keepLives } from "../finding/life.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

export const ordersKey = () => plantKey("work-orders");
export const orderHistoryKey = () => plantKey("work-order-history");

/** The orders of a plant. */
export const ordersQuery = (id: number): ServerQuery<readonly WorkOrder[]> => ({
  key: ordersKey(),
  ask: (options) => call(api.workOrder.list, { params: { id } }, options),
});

/** Idle for viewers who may not see them. */
export const storedOrdersAtom = plantQueryOf((id, get) =>
  get(hasCallAtom)("workOrder.list") ? ordersQuery(id) : null,
);

/** Puts an order and its findings in place of what is known of them. */
export function keepOrder({ order, findings }: WorkOrderChanged): void {
  updateAnswer<readonly WorkOrder[]>(ordersKey(), (known) =>
    [...known.filter(({ id }) => id !== order.id), order].toSorted((a, b) => a.number - b.number),
  );
  keepLives(findings);
  void reload(orderHistoryKey());
  void reload(plantKey("finding-people"));
}
