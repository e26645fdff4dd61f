// Evaluation batches of plants.
import { z } from "zod";
import {
  batchNumberRefusal,
  evaluationBatchChangesShape,
  evaluationBatchFormShape,
  evaluationBatchShape,
  readsBatches,
  type EvaluationBatch,
} from "../../domain/analysis/evaluation-batch.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const manages = "MANAGE_EVALUATION_BATCH";
const ofBatch = {
  permission: manages,
  scope: { plant: "id", evaluation_batch: "batch_id" },
  params: idParams.extend({ batch_id: idTextShape }),
} as const;
const path = "/auth/plant/{id}/evaluation-batch/{batch_id}";

type BatchChange = {
  readonly batch: Pick<EvaluationBatch, "result_count">;
  /** Whether the number is to change. */
  readonly renumbers: boolean;
};

export const evaluationBatchApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/evaluation-batches",
    summary: "The evaluation batches of a plant, by number.",
    permission: readsBatches,
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(evaluationBatchShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/evaluation-batch",
    summary: "Creates an evaluation batch. Numbers are unique per plant.",
    permission: manages,
    scope: { plant: "id" },
    params: idParams,
    body: evaluationBatchFormShape,
    answer: evaluationBatchShape,
  }),
  update: endpoint({
    method: "POST",
    path,
    summary: "Changes an evaluation batch; its number only while no results name it.",
    ...ofBatch,
    refusal: (_, { renumbers, batch }: BatchChange) =>
      renumbers ? batchNumberRefusal(batch) : null,
    body: evaluationBatchChangesShape,
    answer: evaluationBatchShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path,
    summary: "Deletes an evaluation batch that no results name.",
    ...ofBatch,
    refusal: (_, batch: Pick<EvaluationBatch, "result_count">) => batchNumberRefusal(batch),
    answer: z.object({ done: z.literal(true) }),
  }),
};
