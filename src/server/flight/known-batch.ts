// The evaluation batch that a campaign or a route names.
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { readEvaluationBatches } from "../store/plant/analysis/evaluation-batch.ts";

/** @throws BAD_REQUEST if the plant has no batch of this number; null is no batch */
export async function requireKnownBatch(
  db: Database,
  plant_id: number,
  eval_batch_num: number | null,
): Promise<void> {
  if (eval_batch_num === null) return;
  const batches = await readEvaluationBatches(db, plant_id);
  if (batches.some(({ number }) => number === eval_batch_num)) return;
  throw failure("BAD_REQUEST", { reason: "eval_batch_unknown", field: "eval_batch_num" });
}
