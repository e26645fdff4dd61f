// Users end a task: a waiting one at once, a running one within seconds, see task-ending.ts.

import { eq } from "drizzle-orm";
import { jobs } from "../../../workers/jobs/index.ts";
import type { RequestedEnd } from "../../domain/analysis/task.ts";
import type { Database } from "../context.ts";
import { task } from "../store/schema/plant.ts";
import { endTask, requestedEnd } from "./end-task.ts";

/** @param db the transaction in which the row of the task is locked */
export async function requestEnd(
  db: Database,
  { id, name, state }: Pick<typeof task.$inferSelect, "id" | "name" | "state">,
  wanted: RequestedEnd,
): Promise<void> {
  if (state === "PENDING") {
    const job = jobs.find((one) => one.name === name);
    await endTask(db, job, id, requestedEnd(wanted));
  } else await db.update(task).set({ end_requested: wanted }).where(eq(task.id, id));
}
