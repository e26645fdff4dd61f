// Work orders: findings of a plant that a crew repairs in one go.
import { z } from "zod";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import {
  addFindingsRefusal,
  createOrderRefusal,
  importStatesRefusal,
  undoOrderStepRefusal,
  workOrderChangeRefusal,
  type WorkOrderFacts,
} from "../../domain/work-order/work-order-change.ts";
import {
  workOrderAdditionShape,
  workOrderChangedShape,
  workOrderChangeShape,
  workOrderFormShape,
  workOrderShape,
  workOrderStepShape,
} from "../../domain/work-order/work-order.ts";
import { workOrderFileQueryShape } from "../../domain/work-order/work-order-file.ts";
import { workOrderImportedShape } from "../../domain/work-order/work-order-import-shape.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const ofPlant = { plant: "id" } as const;
const ofAnalysis = { analysis: "id" } as const;
// An order is made of findings: who may not see them does not see it.
const reads = { all: ["READ_WORK_ORDER", "READ_FINDING"] } as const;
const changes = { all: ["UPDATE_WORK_ORDER", "READ_FINDING"] } as const;
const one = idParams.extend({ work_order_id: idTextShape });

export const workOrderApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/work-orders",
    summary: "The work orders of the plant, by number.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    answer: z.array(workOrderShape),
    offline: "work orders",
    access: "read_work_orders",
  }),
  history: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/work-order/{work_order_id}/history",
    summary: "The steps of one work order, newest first.",
    permission: reads,
    scope: ofPlant,
    params: one,
    answer: z.array(workOrderStepShape),
    access: "read_work_orders",
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/work-order",
    summary:
      "Makes a work order of findings that the analysis shows; refused with the number of the order that holds one of them.",
    permission: changes,
    refusal: (viewer, facts: Parameters<typeof createOrderRefusal>[1]) =>
      createOrderRefusal(viewer, facts),
    scope: ofAnalysis,
    params: idParams,
    body: workOrderFormShape,
    answer: workOrderChangedShape,
  }),
  addFindings: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/work-order/{work_order_id}/findings",
    summary: "Takes findings that the analysis shows into a work order.",
    permission: changes,
    refusal: (viewer, order: Parameters<typeof addFindingsRefusal>[1]) =>
      addFindingsRefusal(viewer, order),
    scope: ofAnalysis,
    params: one,
    body: workOrderAdditionShape,
    maxBytes: limits.rowsBodyBytes,
    answer: workOrderChangedShape,
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/work-order/{work_order_id}/change",
    summary:
      "Changes a work order and its findings, all or nothing; 409 with both versions if it was changed meanwhile.",
    permission: changes,
    refusal: (viewer, facts: WorkOrderFacts) => workOrderChangeRefusal(viewer, facts),
    scope: ofPlant,
    params: one,
    body: workOrderChangeShape,
    answer: workOrderChangedShape,
    access: "write_work_orders",
  }),
  undo: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/work-order-step/{order_step_id}/undo",
    summary: "Undoes one change of a work order with what it changed of findings.",
    permission: changes,
    refusal: (viewer, step: Parameters<typeof undoOrderStepRefusal>[1]) =>
      undoOrderStepRefusal(viewer, step),
    scope: ofPlant,
    params: idParams.extend({ order_step_id: idTextShape }),
    answer: workOrderChangedShape,
  }),
  exportFile: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/work-orders/file",
    summary:
      "The work orders with their findings as CSV or JSON, with stable IDs: all, those of a filter, or one by its code.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: workOrderFileQueryShape,
    answerKind: "bytes",
    heavy: true,
    download: "export",
    access: "read_work_orders",
  }),
  importStates: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/work-orders/states",
    summary:
      "Takes states, priorities, due days, crews, assignees and notes of work orders and states of findings from CSV, JSON or a workbook by stable ID, all or nothing; apply=no answers what would change. The field `words` says what words of another system mean.",
    permission: changes,
    refusal: (viewer, facts: Parameters<typeof importStatesRefusal>[1]) =>
      importStatesRefusal(viewer, facts),
    scope: ofPlant,
    params: idParams,
    query: z.object({ apply: z.enum(["yes", "no"]) }),
    bodyKind: "multipart",
    maxBytes: limits.workOrderFileBytes,
    answer: workOrderImportedShape,
    access: "write_work_orders",
  }),
};
