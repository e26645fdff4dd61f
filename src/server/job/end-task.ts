// The end of a task. What its job must undo is undone in the same transaction.

import { and, eq, inArray, sql } from "drizzle-orm";
import { taskCancelled, unfinishedStates, type RequestedEnd } from "../../domain/analysis/task.ts";
import type { ErrorCode, Problem } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { task } from "../store/schema/plant.ts";
import type { Job } from "./job.ts";

/** Why the task of a process that died too often ended. */
export const interrupted: Problem = { reason: "task_interrupted" };

type End =
  | { readonly state: "SUCCESSFUL"; readonly result: Record<string, unknown> | null }
  | {
      readonly state: "FAILED" | "CANCELLED";
      readonly error: ErrorCode | null;
      readonly problems: readonly Problem[];
    };

/** Ends a task unless it has ended already. */
export async function endTask(
  db: Database,
  job: Job | undefined,
  task_id: number,
  end: End,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const isDone = end.state === "SUCCESSFUL";
    const [row] = await transaction
      .update(task)
      .set({ ...end, finished_at: sql`now()`, ...(isDone && { step: task.max_steps }) })
      .where(and(eq(task.id, task_id), inArray(task.state, unfinishedStates)))
      .returning();
    const input = job?.input.safeParse(row?.input);
    if (!row || isDone || !input?.success) return;
    const [problem = interrupted] = end.problems;
    await job?.failed?.(transaction, input.data, { task_id, problem });
  });
}

/** How a task ends that users end. */
export function requestedEnd(state: RequestedEnd): End {
  return state === "SUCCESSFUL"
    ? { state, result: null }
    : { state, error: null, problems: [taskCancelled] };
}
