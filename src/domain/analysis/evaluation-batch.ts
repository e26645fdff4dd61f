// An evaluation batch: a numbered part of a plant that is evaluated by itself. Results and flight routes name it.
import { z } from "zod";
import type { Requirement } from "../account/permission.ts";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { lineShape } from "../text.ts";

/** Who sees the batches of a plant. */
export const readsBatches = {
  any: ["READ_EVALUATION_BATCH", "MANAGE_EVALUATION_BATCH"],
} as const satisfies Requirement;

export const evaluationBatchFormShape = z.object({
  number: idShape,
  name: lineShape.min(1).max(120),
});
export const evaluationBatchChangesShape = evaluationBatchFormShape.partial();
export type EvaluationBatchForm = z.infer<typeof evaluationBatchFormShape>;

export const evaluationBatchShape = evaluationBatchFormShape.extend({
  id: z.number().int(),
  plant_id: z.number().int(),
  /** Columns of results that were imported for it. */
  result_count: z.number().int(),
});
export type EvaluationBatch = z.infer<typeof evaluationBatchShape>;

/** Why the batch must keep its number, or null: results name it. */
export function batchNumberRefusal({
  result_count,
}: Pick<EvaluationBatch, "result_count">): Refusal | null {
  return result_count > 0
    ? { reason: "evaluation_batch_has_results", values: { count: result_count }, field: "number" }
    : null;
}
