// Work orders: listed, made of findings, changed, undone, and exchanged as files.
import { workOrderApi as calls } from "../../../api/plant/work-order.ts";
import { changeWorkOrder } from "../../finding/change-work-order.ts";
import { addToWorkOrder, createWorkOrder, undoOrderStep } from "../../finding/make-work-order.ts";
import { importStates, workOrderFile } from "../../finding/work-order-file.ts";
import { readWorkOrders, readWorkOrderSteps } from "../../finding/work-order-answer.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { receiveTable } from "../../upload/table-upload.ts";
import { stateHeads } from "../../../domain/work-order/work-order-import.ts";

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

  exportFile: (context, { plant, query: { format } }) => workOrderFile(context, plant, format),

  async importStates(context, { plant, query: { apply }, parts }) {
    const asked = { heads: stateHeads, fields: ["sheet"] as const };
    return receiveTable(context, parts, asked, (sent) =>
      importStates(context, plant, { ...sent, isApplied: apply === "yes" }),
    );
  },

  undo: (context, { plant, params: { order_step_id } }) =>
    undoOrderStep(context, plant, order_step_id),
};
