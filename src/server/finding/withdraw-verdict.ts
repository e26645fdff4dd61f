// A release that is withdrawn takes back what its survey has judged.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { Context, Database } from "../context.ts";
import { restoreEvidence } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import * as steps from "../store/plant/finding/finding-step.ts";
import { tellFindings } from "../store/plant/finding/webhook-event.ts";
import { showOrders } from "../store/plant/work-order/work-order.ts";
import { withFormer } from "./former.ts";
import { verifyFindings } from "./verify-finding.ts";

/**
 * Undoes the steps of the survey at all findings that were not changed since, and brings back what they are compared
 * with, so that the next release judges them again. What was changed since stays, and its step says that the release was
 * withdrawn.
 * @param db the transaction that withdraws the release
 */
export async function withdrawVerdicts(
  context: Context,
  db: Database,
  { id, plant_id }: Pick<Analysis, "id" | "plant_id">,
): Promise<void> {
  const lives = new Map((await store.lockJudged(db, plant_id)).map((life) => [life.id, life]));
  const by = { account_id: context.viewer.account_id, at: context.now() };
  const moved = new Set<number>();
  // The newest first: an earlier one may have changed the same finding.
  for (const step of await steps.readSurveySteps(db, plant_id, id)) {
    const changedSince = await steps.readChangedSince(db, step.id);
    const own = (await steps.readStepChanges(db, step.id)).filter(
      ({ finding_id }) =>
        !changedSince.has(finding_id) && (!step.is_withdrawn || moved.has(finding_id)),
    );
    const rows = withFormer(lives, own);
    await store.updateLives(db, rows, by);
    const ids = rows.map((row) => row.id);
    await steps.withdrawStep(db, step.id, ids, by);
    for (const row of rows) lives.set(row.id, row);
    for (const one of ids) moved.add(one);
  }
  await restoreEvidence(db, id);
  await tellFindings(db, plant_id, [...moved], by.at);
}

/** What the visibility of results does to findings. */
export const verdictsOf = (
  context: Context,
  analysis: Pick<Analysis, "id" | "plant_id" | "flown_at">,
) => ({
  released: async (db: Database) => {
    // What was made in view of it is no secret any more: a release that is withdrawn later takes no order away.
    await showOrders(db, analysis.id);
    return verifyFindings(context, db, analysis);
  },
  withdrawn: (db: Database) => withdrawVerdicts(context, db, analysis),
});
