// Stops the task that generates the routes of a campaign.
import { isFinal } from "../../domain/analysis/task.ts";
import { generationStopped } from "../../domain/flight/campaign/flight-campaign.ts";
import type { Database } from "../context.ts";
import { requestEnd } from "./request-end.ts";
import { endFailedGeneration } from "../store/plant/flight/flight-generation.ts";
import { lockedTask } from "../store/task.ts";

type Generated = {
  readonly id: number;
  readonly task_id: number | null;
};

/**
 * Ends the task: a waiting one at once, a running one within seconds. A campaign whose task is gone would wait for
 * ever: it is ended here.
 * @param db the transaction in which the campaign is locked
 */
export async function stopGeneration(db: Database, campaign: Generated): Promise<void> {
  const isEnding = await endRunning(db, campaign);
  if (!isEnding) await endFailedGeneration(db, { id: campaign.id }, generationStopped);
}

/** Ends a task whose plan is no longer wanted, and frees its core. @returns false where none is unfinished */
export async function endRunning(
  db: Database,
  { task_id }: Pick<Generated, "task_id">,
): Promise<boolean> {
  const row = task_id === null ? null : await lockedTask(db, task_id);
  if (!row || isFinal(row)) return false;
  await requestEnd(db, row, "CANCELLED");
  return true;
}
