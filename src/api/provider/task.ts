// Tasks.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import {
  analysisTasks,
  cancelTaskRefusal,
  finishTaskRefusal,
  launchTaskRefusal,
  launchedShape,
  retryTaskRefusal,
  taskShape,
  taskStates,
  type Task,
} from "../../domain/analysis/task.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const taskApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/tasks",
    summary:
      "The newest 200 tasks that the viewer sees. `dead_letters=1`: those that failed after all tries and were not repeated.",
    permission: "READ_TASK",
    scope: null,
    query: z.object({
      state: z.enum(taskStates).optional(),
      dead_letters: z.enum(["0", "1"]).optional(),
    }),
    answer: z.array(taskShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/task/{id}",
    summary: "State and output of a task. Clients poll it every 3000 ms until it is final.",
    permission: "READ_TASK",
    scope: { task: "id" },
    params: idParams,
    answer: taskShape,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/auth/task/{id}/cancel",
    summary: "Ends a task. A running one ends within seconds.",
    permission: "LAUNCH_TASK",
    refusal: (_, task: Pick<Task, "state" | "end_requested">) => cancelTaskRefusal(task),
    scope: { task: "id" },
    params: idParams,
    answer: taskShape,
  }),
  retry: endpoint({
    method: "POST",
    path: "/auth/task/{id}/retry",
    summary: "Runs a failed or cancelled task again, as a new task.",
    permission: "LAUNCH_TASK",
    refusal: (_, task: Pick<Task, "state" | "repeatable" | "repeated_by">) =>
      retryTaskRefusal(task),
    scope: { task: "id" },
    params: idParams,
    answer: launchedShape,
  }),
  launchForAnalysis: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/launch-task-for-analysis",
    summary:
      "Launches a task for an analysis: its evaluation. One that has not ended is answered again.",
    permission: "LAUNCH_TASK",
    refusal: (_, analysis: Pick<Analysis, "state" | "visibility">) => launchTaskRefusal(analysis),
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({ name: z.enum(analysisTasks) }),
    answer: launchedShape,
  }),
  finishRunning: endpoint({
    method: "POST",
    path: "/auth/task/{id}/finish-running-task",
    summary: "Says that the evaluation of an analysis is done. It ends within seconds.",
    permission: "UPDATE_ANALYSIS_TASK",
    refusal: (_, task: Pick<Task, "name" | "state" | "end_requested">) => finishTaskRefusal(task),
    scope: { task: "id" },
    params: idParams,
    answer: taskShape,
  }),
};
