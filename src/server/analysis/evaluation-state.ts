// What an evaluation does to the state of its analysis.
import { failure, type Problem } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { changeState, lockState, writeHistory } from "../store/plant/analysis/analysis-change.ts";

const server = { account_id: null };

/** Complete data are verified, and the evaluation begins. May be repeated. */
export async function beginEvaluation(db: Database, analysis_id: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const facts = await lockState(transaction, analysis_id);
    if (!facts) throw failure("RESOURCE_NOT_FOUND");
    if (facts.state === "DATA_COMPLETE") {
      await changeState(transaction, { analysis_id, event: "data_verified", ...server });
    }
    await changeState(transaction, { analysis_id, event: "evaluation_started", ...server });
  });
}

/** The data are as complete as before; the history says why there is no result. */
export async function endFailedEvaluation(
  db: Database,
  analysis_id: number,
  problem: Problem,
): Promise<void> {
  const facts = await lockState(db, analysis_id);
  if (!facts) return;
  if (facts.state === "PROCESSING") {
    await changeState(db, { analysis_id, event: "evaluation_failed", ...server });
  }
  await writeHistory(db, analysis_id, null, [{ field: "note", problem }]);
}
