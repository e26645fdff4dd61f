// The steps of an analysis that people take.
import { analysisApi } from "../../api/analysis/analysis.ts";
import { nextState, type StateEvent } from "../../domain/analysis/analysis-state.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ProgressEvent } from "../../domain/analysis/progress.ts";
import { failure } from "../../domain/error.ts";
import type { Context, Database } from "../context.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { lockState, setState, writeHistory } from "../store/plant/analysis/analysis-change.ts";
import { readAnalysis, updateAnalysis } from "../store/plant/analysis/analysis.ts";
import { startEvaluation } from "./start-evaluation.ts";

/**
 * Takes the step and answers the analysis after it. With complete data the evaluation starts, unless the plant is
 * being set up.
 * @throws CONFLICT with the reason of the table
 */
export async function progressAnalysis(
  context: Context,
  id: number,
  event: ProgressEvent,
): Promise<Analysis> {
  const { db, viewer } = context;
  const change = async (transaction: Database) => {
    const facts = requireFound(await lockState(transaction, id));
    const locked = requireFound(await readAnalysis(transaction, viewer, id));
    refuse(analysisApi.progress, viewer, { analysis: { ...locked, ...facts }, event });
    const by = { analysis_id: id, account_id: viewer.account_id };
    if (event === "after_upload_chosen" || event === "after_upload_withdrawn") {
      const complete_after_upload = event === "after_upload_chosen";
      await updateAnalysis(transaction, id, { complete_after_upload });
      await writeHistory(transaction, id, viewer.account_id, [
        { field: "complete_after_upload", new_value: String(complete_after_upload) },
      ]);
      return;
    }
    await setState(transaction, { ...by, from: facts.state, to: stateAfter(event, facts) });
    if (event === "data_completed") await startEvaluation(transaction, by);
  };
  await changeWithAudit(context, change, () => ({
    action: "progress_analysis",
    detail: { analysis_id: id, event },
  }));
  return requireFound(await readAnalysis(db, viewer, id));
}

function stateAfter(event: StateEvent, facts: Parameters<typeof nextState>[1]): Analysis["state"] {
  const next = nextState(event, facts);
  if ("refusal" in next) throw failure("CONFLICT", next.refusal);
  return next.state;
}
