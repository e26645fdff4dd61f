// A task: what the user sees of a running job.
import { z } from "zod";
import { problemShape } from "../error.ts";

export const taskStates = ["PENDING", "RUNNING", "SUCCESSFUL", "FAILED"] as const;

export const taskShape = z.object({
  id: z.number().int(),
  /** Name of the job; its texts are in task.json. */
  name: z.string(),
  state: z.enum(taskStates),
  output: z.object({
    /** Progress messages, translatable like problems. */
    infos: z.array(problemShape.extend({ message: z.string() })),
    step: z.number().int(),
    max_steps: z.number().int(),
    /** Translated reason of a failure; null if unknown. */
    error: z.string().nullable(),
    problems: z.array(problemShape.extend({ message: z.string() })),
    /** The job's result: counts, IDs. Its fields depend on the job. */
    result: z.record(z.string(), z.unknown()).nullable(),
  }),
  plant_id: z.number().int().nullable(),
  analysis_id: z.number().int().nullable(),
  created_at: z.string(),
});
export type Task = z.infer<typeof taskShape>;

/** True for SUCCESSFUL and FAILED. A task in any other state is polled again. */
export function isFinal(task: Pick<Task, "state">): boolean {
  return task.state === "SUCCESSFUL" || task.state === "FAILED";
}

/** Immediate answer to a request that starts a job. */
export const launchedShape = z.object({ task_id: z.number().int() });
