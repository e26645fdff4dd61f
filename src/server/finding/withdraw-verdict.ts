// A release that is withdrawn takes back what its survey has judged.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { NO_SEVERITY } from "../../domain/column/column-severity.ts";
import type { Context, Database } from "../context.ts";
import { restoreEvidence, storeSeverities } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import * as steps from "../store/plant/finding/finding-step.ts";
import { tellFindings } from "../store/plant/finding/webhook-event.ts";
import { showOrders } from "../store/plant/work-order/work-order.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { withFormer } from "./former.ts";
import { readFindingSurvey } from "./survey-value.ts";
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
  const back = [...lives.values()].filter(({ analysis_id }) => analysis_id === id);
  await restoreSeverities(
    context,
    db,
    plant_id,
    back.map((life) => life.id),
  );
  await tellFindings(db, plant_id, [...moved], by.at);
}

/** Releases before 0.20 kept no severity of what they judged: it is read again from the survey that is back in force. */
async function restoreSeverities(
  { files }: Pick<Context, "files">,
  db: Database,
  plant_id: number,
  ids: readonly number[],
): Promise<void> {
  const lost = (ids.length > 0 ? await store.lockJudged(db, plant_id, ids) : []).filter(
    ({ severity, analysis_id }) => severity === null && analysis_id !== null,
  );
  const twin = lost.length > 0 ? await readTwin(db, plant_id) : null;
  if (!twin) return;
  const directory = await (await componentsOfTwin(files, twin)).directory();
  const found: { id: number; severity: number }[] = [];
  for (const [id, own] of Map.groupBy(lost, ({ analysis_id }) => analysis_id!)) {
    const seenOf = await readFindingSurvey({ files, db }, { id, plant_id }, own);
    for (const life of own) {
      const at = directory.byDtId(life.dt_id);
      const seen = at?.type === life.component_type ? seenOf(life, at.row) : null;
      // Another fault says nothing of this one.
      const isOwn = seen?.severity === 0 || seen?.fault_type === life.fault_type;
      if (!seen || !isOwn || seen.severity === NO_SEVERITY) continue;
      found.push({ id: life.id, severity: seen.severity });
    }
  }
  await storeSeverities(db, found);
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
