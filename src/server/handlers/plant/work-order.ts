// Work orders: listed, made of findings, changed, undone, and exchanged as files.
import { workOrderApi as calls } from "../../../api/plant/work-order.ts";
import { changeWorkOrder } from "../../finding/change-work-order.ts";
import { addToWorkOrder, createWorkOrder, undoOrderStep } from "../../finding/make-work-order.ts";
import { importStates, workOrderFile } from "../../finding/work-order-file.ts";
import { readWorkOrders, readWorkOrderSteps } from "../../finding/work-order-answer.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { receiveParts } from "../../upload/receive-parts.ts";

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
    let sent = { file: "", bytes: new Uint8Array() as Uint8Array };
    const form = {
      fields: [],
      files: ["file"],
      async onFile(file: { file_name: string; buffer(): Promise<Buffer> }) {
        sent = { file: file.file_name, bytes: await file.buffer() };
      },
    };
    return receiveParts(context.files, parts, form, () =>
      importStates(context, plant, { ...sent, isApplied: apply === "yes" }),
    );
  },

  undo: (context, { plant, params: { order_step_id } }) =>
    undoOrderStep(context, plant, order_step_id),
};
