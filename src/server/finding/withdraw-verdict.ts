// A release that is withdrawn takes back what its survey has judged.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { Context, Database } from "../context.ts";
import { restoreEvidence } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import * as steps from "../store/plant/finding/finding-step.ts";
import { tellFindings } from "../store/plant/finding/webhook-event.ts";
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
  const moved: number[] = [];
  // The newest first: an earlier one may have changed the same finding.
  for (const step_id of await steps.readSurveySteps(db, plant_id, id)) {
    const changedSince = await steps.readChangedSince(db, step_id);
    const own = (await steps.readStepChanges(db, step_id)).filter(
      ({ finding_id }) => !changedSince.has(finding_id),
    );
    const rows = withFormer(lives, own);
    await store.updateLives(db, rows, by);
    await steps.withdrawStep(
      db,
      step_id,
      rows.map((row) => row.id),
      by,
    );
    for (const row of rows) {
      lives.set(row.id, row);
      moved.push(row.id);
    }
  }
  await restoreEvidence(db, id);
  await tellFindings(db, plant_id, [...new Set(moved)], by.at);
}

/** What the visibility of results does to findings. */
export const verdictsOf = (
  context: Context,
  analysis: Pick<Analysis, "id" | "plant_id" | "flown_at">,
) => ({
  released: (db: Database) => verifyFindings(context, db, analysis),
  withdrawn: (db: Database) => withdrawVerdicts(context, db, analysis),
});
