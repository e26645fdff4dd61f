// Runs one task and updates its row: state, step, infos, and at the end the result or the problems.

import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { unfinishedStates } from "../../domain/analysis/task.ts";
import { isFailure, type ErrorCode, type Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Job, Progress } from "./job.ts";
import { endTask, requestedEnd } from "./end-task.ts";
import { isDatabaseAway, isDiskFull } from "../store/outage.ts";
import { task } from "../store/schema/plant.ts";
import { endingPace, runUntilEnded, TaskEnded } from "./task-ending.ts";

/** Milliseconds between writes of the progress, because steps are faster than users read them. */
const progressEveryMs = 250;

/**
 * Runs the job of a task that has not ended. A refusal or an error ends the task as failed, without
 * another try. Only the tasks of a dead process or a lost database are repeated. Uploads of a task that
 * has ended are removed.
 * @throws the error of a lost database
 */
export async function runTask(
  services: Services,
  registry: ReadonlyMap<string, Job>,
  taskId: number,
  pace = endingPace,
): Promise<void> {
  const { db, log } = services;
  const [row] = await db
    .update(task)
    .set({
      state: "RUNNING",
      step: 0,
      max_steps: 0,
      infos: [],
      problems: [],
      error: null,
      tries: sql`${task.tries} + 1`,
      started_at: sql`now()`,
    })
    .where(and(eq(task.id, taskId), inArray(task.state, unfinishedStates)))
    .returning();
  if (!row) return;
  const job = registry.get(row.name);
  const progress = reporter(services, taskId);
  let isDone = false;
  try {
    if (row.end_requested !== null) throw new TaskEnded(row.end_requested);
    if (!job) throw new Error(`no such job: ${row.name}`);
    const input = job.input.parse(row.input);
    const about = { task_id: taskId, account_id: row.created_by };
    const result = await runUntilEnded(services, taskId, pace, (own, signal) =>
      job.run(own, input, progress, { ...about, signal }),
    );
    await endTask(db, job, taskId, { state: "SUCCESSFUL", result });
    isDone = true;
  } catch (error) {
    // The task has not ended: it runs again when the database is back.
    if (isDatabaseAway(error)) throw error;
    const isEnded = error instanceof TaskEnded;
    await endTask(db, job, taskId, isEnded ? requestedEnd(error.state) : reasonOf(error));
  }
  await removeUploads();

  function reasonOf(error: unknown) {
    return { state: "FAILED" as const, ...problemsOf(error) };
  }

  function problemsOf(error: unknown): { error: ErrorCode; problems: Problem[] } {
    if (isFailure(error)) return { error: error.code, problems: [...error.problems] };
    if (isDiskFull(error)) {
      log.error({ err: error, task_id: taskId, job: row?.name }, "a job found the disk full");
      return { error: "INSUFFICIENT_STORAGE", problems: [{ reason: "task_disk_full" }] };
    }
    const id = `${taskId}-${randomBytes(3).toString("hex")}`;
    const last = progress.last();
    log.error({ err: error, error_id: id, job: row?.name, last }, "a job failed");
    const { step, max_steps, info } = last;
    const doing = info?.reason ?? "task_begun";
    const values = { ...info?.values, doing, step, max_steps, id };
    return { error: "SOMETHING_WENT_WRONG", problems: [{ reason: "task_failed", values }] };
  }

  /** A file that cannot be removed now is found by the sweep of leftovers. */
  async function removeUploads(): Promise<void> {
    const input = job?.input.safeParse(row?.input);
    if (!job?.uploads || !input?.success) return;
    for (const key of job.uploads(input.data, isDone)) {
      await services.files
        .remove(key)
        .catch((error: unknown) => log.warn({ err: error, key }, "an upload was not removed"));
    }
  }
}

type Reporter = Progress & {
  /** What the job reported last. */
  last(): { step: number; max_steps: number; info: Problem | undefined };
};

function reporter({ db }: Services, taskId: number): Reporter {
  let written = 0;
  let at = { step: 0, max_steps: 0 };
  const infos: Problem[] = [];
  return {
    last: () => ({ ...at, info: infos.at(-1) }),
    async step(step, max_steps, info) {
      at = { step, max_steps };
      if (info) infos.push(info);
      const isDue =
        info !== undefined || step === max_steps || Date.now() - written >= progressEveryMs;
      if (!isDue) return;
      written = Date.now();
      const [row] = await db
        .update(task)
        .set({ step, max_steps, infos })
        .where(eq(task.id, taskId))
        .returning({ end_requested: task.end_requested });
      if (row?.end_requested) throw new TaskEnded(row.end_requested);
    },
  };
}
