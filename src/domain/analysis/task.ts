// A task: what the user sees of a job that runs.
import { z } from "zod";
import { problemShape } from "../error.ts";

export const taskStates = ["PENDING", "RUNNING", "SUCCESSFUL", "FAILED"] as const;

export const taskShape = z.object({
  id: z.number().int(),
  /** Name of the job; words in task.json. */
  name: z.string(),
  state: z.enum(taskStates),
  output: z.object({
    /** What happened so far, translatable like problems. */
    infos: z.array(problemShape.extend({ message: z.string() })),
    step: z.number().int(),
    max_steps: z.number().int(),
    /** Translated reason of a failure; null where none is known. */
    error: z.string().nullable(),
    problems: z.array(problemShape.extend({ message: z.string() })),
    /** What the job answers, by job: counts, ids. */
    result: z.record(z.string(), z.unknown()).nullable(),
  }),
  plant_id: z.number().int().nullable(),
  analysis_id: z.number().int().nullable(),
  created_at: z.string(),
});
export type Task = z.infer<typeof taskShape>;

/** SUCCESSFUL and FAILED are final; any other state is asked again. */
export function isFinal(task: Pick<Task, "state">): boolean {
  return task.state === "SUCCESSFUL" || task.state === "FAILED";
}

/** What a started job answers at once. */
export const launchedShape = z.object({ task_id: z.number().int() });
