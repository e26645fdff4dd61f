// Work orders: listed, made of findings, changed, undone.
import { workOrderApi as calls } from "../../../api/plant/work-order.ts";
import { changeWorkOrder } from "../../finding/change-work-order.ts";
import { addToWorkOrder, createWorkOrder, undoOrderStep } from "../../finding/make-work-order.ts";
import { readWorkOrders, readWorkOrderSteps } from "../../finding/work-order-answer.ts";
import { requireFound, type Handlers } from "../../implement.ts";

export const workOrderHandlers: Handlers<typeof calls> = {
  list: (context, { plant }) => readWorkOrders(context, plant.id),

  async history(context, { plant, params: { work_order_id } }) {
    const [order] = await readWorkOrders(context, plant.id, [work_order_id]);
    return readWorkOrderSteps(context, requireFound(order).id);
  },

  create: (context, { analysis, plant, body }) =>
    createWorkOrder(context, { analysis, plant }, body),

  addFindings: (context, { analysis, plant, params: { work_order_id }, body }) =>
    addToWorkOrder(context, { analysis, plant }, work_order_id, body),

  change: (context, { plant, params: { work_order_id }, body }) =>
    changeWorkOrder(context, plant, work_order_id, body),

  undo: (context, { plant, params: { order_step_id } }) =>
    undoOrderStep(context, plant, order_step_id),
};
