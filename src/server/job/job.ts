// A job is work that continues after the request. The user sees it as a task.
import type { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import type { Database, Services } from "../context.ts";

export type Progress = {
  /** Reports the progress. `info` is added to the infos of the task. @throws if users ended the task */
  step(step: number, max_steps: number, info?: Problem): Promise<void>;
};

/**
 * `run` may be called again after a crash: it must be idempotent and publish its effect in one
 * transaction. It throws `failure("FILE_REFUSED", ...problems)` to refuse its input. It returns the
 * result of the task.
 */
export type Job<I extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly input: I;
  /**
   * Keys of the objects that only this task needs. They are removed when it has ended; `isDone` is false after a
   * failure. Those that are left go with the leftovers, see decisions/leftovers.md.
   */
  uploads?(input: z.output<I>, isDone: boolean): readonly string[];
  /**
   * Undoes what the job announced, when the task has failed or was cancelled. Runs in the transaction that ends
   * the task, also if its process died too often.
   */
  failed?(
    db: Database,
    input: z.output<I>,
    about: { task_id: number; problem: Problem },
  ): Promise<void>;
  run(
    services: Services,
    input: z.output<I>,
    progress: Progress,
    about: {
      task_id: number;
      account_id: number | null;
      /** Users ended the task. A job that waits for long obeys it; one that does not is given up. */
      signal: AbortSignal;
    },
  ): Promise<Record<string, unknown>>;
};

export function defineJob<I extends z.ZodType>(job: Job<I>): Job<I> {
  return job;
}
