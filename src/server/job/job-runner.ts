// Runs one task and updates its row: state, step, infos, and at the end the result or the problems.

import { and, eq, notInArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { isFailure, type Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Job, Progress } from "./job.ts";
import { task } from "../store/schema/plant.ts";

/** Milliseconds between writes of the progress, because steps are faster than users read them. */
const progressEveryMs = 250;
const final = ["SUCCESSFUL", "FAILED"] as const;

/**
 * Runs the job of a task that has not ended. A refusal or an error ends the task as failed, without
 * another try. Only the tasks of a dead process are repeated.
 */
export async function runTask(
  services: Services,
  registry: ReadonlyMap<string, Job>,
  taskId: number,
): Promise<void> {
  const { db, log } = services;
  const [row] = await db
    .update(task)
    .set({ state: "RUNNING", step: 0, max_steps: 0, infos: [], problems: [], error: null })
    .where(and(eq(task.id, taskId), notInArray(task.state, [...final])))
    .returning();
  if (!row) return;
  const job = registry.get(row.name);
  const end = (values: PgUpdateSetSource<typeof task>) =>
    db
      .update(task)
      .set({ ...values, finished_at: sql`now()` })
      .where(eq(task.id, taskId));
  try {
    if (!job) throw new Error(`no such job: ${row.name}`);
    const about = { task_id: taskId, account_id: row.created_by };
    const result = await job.run(
      services,
      job.input.parse(row.input),
      reporter(services, taskId),
      about,
    );
    await end({ state: "SUCCESSFUL", result, step: task.max_steps });
  } catch (error) {
    if (isFailure(error)) {
      await end({ state: "FAILED", error: error.code, problems: [...error.problems] });
    } else {
      log.error({ err: error, task_id: taskId, job: row.name }, "a job failed");
      await end({ state: "FAILED", error: "SOMETHING_WENT_WRONG" });
    }
  }
}

function reporter({ db }: Services, taskId: number): Progress {
  let written = 0;
  const infos: Problem[] = [];
  return {
    async step(step, max_steps, info) {
      if (info) infos.push(info);
      const isDue =
        info !== undefined || step === max_steps || Date.now() - written >= progressEveryMs;
      if (!isDue) return;
      written = Date.now();
      await db.update(task).set({ step, max_steps, infos }).where(eq(task.id, taskId));
    },
  };
}
