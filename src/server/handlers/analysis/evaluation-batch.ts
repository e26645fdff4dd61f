// Evaluation batches of plants.
import { evaluationBatchApi } from "../../../api/analysis/evaluation-batch.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/plant/analysis/evaluation-batch.ts";

/** The unique index decides between two simultaneous requests. */
const numberTaken = {
  evaluation_batch_number: { reason: "evaluation_batch_number_taken", field: "number" },
};

export const evaluationBatchHandlers: Handlers<typeof evaluationBatchApi> = {
  list: ({ db }, { plant }) => store.readEvaluationBatches(db, plant.id),

  async create(context, { plant, body }) {
    const plant_id = plant.id;
    const id = await changeWithAudit(
      context,
      (db) =>
        refuseViolation(numberTaken, () => store.insertEvaluationBatch(db, { ...body, plant_id })),
      () => ({ action: "create_evaluation_batch", detail: { plant_id, number: body.number } }),
    );
    return one(await store.readEvaluationBatches(context.db, plant_id, id));
  },

  async update(context, { plant, params: { batch_id }, body }) {
    const before = one(await store.readEvaluationBatches(context.db, plant.id, batch_id));
    const renumbers = body.number !== undefined && body.number !== before.number;
    refuse(evaluationBatchApi.update, context.viewer, { batch: before, renumbers });
    await changeWithAudit(
      context,
      (db) => refuseViolation(numberTaken, () => store.updateEvaluationBatch(db, batch_id, body)),
      () => ({
        action: "update_evaluation_batch",
        detail: { plant_id: plant.id, number: before.number, fields: Object.keys(body).join(" ") },
      }),
    );
    return one(await store.readEvaluationBatches(context.db, plant.id, batch_id));
  },

  async remove(context, { plant, params: { batch_id } }) {
    const batch = one(await store.readEvaluationBatches(context.db, plant.id, batch_id));
    refuse(evaluationBatchApi.remove, context.viewer, batch);
    await changeWithAudit(
      context,
      (db) => store.deleteEvaluationBatch(db, batch_id),
      () => ({
        action: "delete_evaluation_batch",
        detail: { plant_id: plant.id, number: batch.number },
      }),
    );
    return { done: true };
  },
};

function one<Row>([row]: readonly Row[]): Row {
  return requireFound(row);
}
