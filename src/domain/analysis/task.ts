// A task: what the user sees of a running job.
import { z } from "zod";
import type { Problem, Refusal } from "../error.ts";
import { problemShape } from "../error-shape.ts";
import type { Analysis } from "./analysis.ts";

/** Name of the job that evaluates an analysis. */
export const evaluationTask = "evaluate_analysis";

export const taskStates = ["PENDING", "RUNNING", "SUCCESSFUL", "FAILED", "CANCELLED"] as const;
export type TaskState = (typeof taskStates)[number];

/** A task in one of these states is never run again. */
export const finalStates = ["SUCCESSFUL", "FAILED", "CANCELLED"] as const;
export const unfinishedStates = ["PENDING", "RUNNING"] as const;
/** Why a task ended that users cancelled. */
export const taskCancelled: Problem = { reason: "task_cancelled" };

/** States in which users end a task. */
export const requestedEnds = ["CANCELLED", "SUCCESSFUL"] as const;
export type RequestedEnd = (typeof requestedEnds)[number];

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
  plant_name: z.string().nullable(),
  analysis_id: z.number().int().nullable(),
  analysis_name: z.string().nullable(),
  /** Null for the server itself, and for a deleted user. */
  user_name: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** How often it was begun. */
  tries: z.number().int(),
  end_requested: z.enum(requestedEnds).nullable(),
  /** False if the files that it needs ended with it. */
  repeatable: z.boolean(),
  /** The task that repeats this one. */
  repeated_by: z.number().int().nullable(),
});
export type Task = z.infer<typeof taskShape>;

/** A task in any other state is polled again. */
export function isFinal({ state }: Pick<Task, "state">): boolean {
  return (finalStates as readonly TaskState[]).includes(state);
}

/** Failed tasks that were not repeated. */
export function isDeadLetter({ state, repeated_by }: Pick<Task, "state" | "repeated_by">): boolean {
  return state === "FAILED" && repeated_by === null;
}

/** Why the task cannot be cancelled now, or null. */
export function cancelTaskRefusal(task: Pick<Task, "state" | "end_requested">): Refusal | null {
  if (isFinal(task)) return { reason: "task_ended" };
  return task.end_requested === null ? null : { reason: "task_ending" };
}

/** Why the task cannot be run again, or null. */
export function retryTaskRefusal(
  task: Pick<Task, "state" | "repeatable" | "repeated_by">,
): Refusal | null {
  if (task.state !== "FAILED" && task.state !== "CANCELLED") return { reason: "task_not_failed" };
  if (task.repeated_by !== null) return { reason: "task_repeated" };
  return task.repeatable ? null : { reason: "task_files_gone" };
}

/** Why users cannot say that the task of an analysis is done, or null. */
export function finishTaskRefusal(
  task: Pick<Task, "name" | "state" | "end_requested">,
): Refusal | null {
  if (task.name !== evaluationTask) return { reason: "task_not_of_analysis" };
  return cancelTaskRefusal(task);
}

/** Why no evaluation can be launched for the analysis now, or null. What is released changes by a new release alone. */
export function launchTaskRefusal({
  state,
  visibility,
}: Pick<Analysis, "state" | "visibility">): Refusal | null {
  if (visibility === "released") return { reason: "evaluation_released" };
  const isReady =
    state === "DATA_COMPLETE" || state === "DATA_COMPLETE_VERIFIED" || state === "PROCESSING";
  return isReady ? null : { reason: "analysis_not_complete" };
}

/** Tasks that users launch for an analysis. */
export const analysisTasks = [evaluationTask] as const;

/** Immediate answer to a request that starts a job. */
export const launchedShape = z.object({ task_id: z.number().int() });
