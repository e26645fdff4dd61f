// Tasks.
import { taskShape } from "../domain/analysis/task.ts";
import { endpoint } from "./endpoint.ts";
import { idParams } from "./plant.ts";

export const taskApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/task/{id}",
    summary: "State and output of a task. Clients poll it every 3000 ms until it is final.",
    permission: "READ_TASK",
    scope: { task: "id" },
    params: idParams,
    answer: taskShape,
  }),
};
