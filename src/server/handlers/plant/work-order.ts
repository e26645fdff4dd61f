// Work orders: listed, made of findings, changed, undone, and exchanged as files.
import { workOrderApi as calls } from "../../../api/plant/work-order.ts";
import { changeWorkOrder } from "../../finding/change-work-order.ts";
import { addToWorkOrder, createWorkOrder, undoOrderStep } from "../../finding/make-work-order.ts";
import { workOrderFile } from "../../finding/work-order-export.ts";
import { importStates } from "../../finding/work-order-import.ts";
import { readWorkOrders, readWorkOrderSteps } from "../../finding/work-order-answer.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { receiveTable } from "../../upload/table-upload.ts";
import { failure } from "../../../domain/error.ts";
import {
  noWords,
  stateWordsShape,
  type StateWords,
} from "../../../domain/work-order/state-words.ts";
import { stateHeads } from "../../../domain/work-order/work-order-read.ts";

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

  exportFile: (context, { plant, query }) => workOrderFile(context, plant, query),

  async importStates(context, { plant, query: { apply }, parts }) {
    const asked = { heads: stateHeads, fields: ["sheet", "words"] as const };
    return receiveTable(context, parts, asked, ({ words, ...sent }) =>
      importStates(context, plant, {
        ...sent,
        words: words === undefined ? noWords : wordsOf(words),
        isApplied: apply === "yes",
      }),
    );
  },

  undo: (context, { plant, params: { order_step_id } }) =>
    undoOrderStep(context, plant, order_step_id),
};

/** @throws BAD_REQUEST for what is no JSON, or says of a word what is no status */
function wordsOf(text: string): StateWords {
  const parsed = stateWordsShape.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "words" });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
