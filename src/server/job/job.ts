// What a job is: work that outlives a request, seen by the user as a task.
import type { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";

export type Progress = {
  /** Says how far the job is; `info` is added to the task's infos. */
  step(step: number, max_steps: number, info?: Problem): Promise<void>;
};

/**
 * `run` may be called again after a crash: it must be idempotent and publish its effect in one
 * transaction. It throws `failure("FILE_REFUSED", ...problems)` to refuse its input. What it answers
 * becomes the task's result.
 */
export type Job<I extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly input: I;
  run(
    services: Services,
    input: z.output<I>,
    progress: Progress,
    about: { task_id: number; account_id: number | null },
  ): Promise<Record<string, unknown>>;
};

export function defineJob<I extends z.ZodType>(job: Job<I>): Job<I> {
  return job;
}
