// Follows a task until it is final.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { limits } from "../../domain/limits.ts";
import { isFinal, type Task } from "../../domain/analysis/task.ts";

/**
 * Asks for the task every 3000 ms and hands each answer to `onTask`; answers the final one. Rejects
 * when the task cannot be read or `signal` aborts.
 */
export async function waitForTask(
  id: number,
  onTask: (task: Task) => void,
  signal: AbortSignal,
): Promise<Task> {
  for (;;) {
    const task = await call(api.task.read, { params: { id } }, { signal });
    onTask(task);
    if (isFinal(task)) return task;
    await new Promise((go) => setTimeout(go, limits.taskPollMs));
    signal.throwIfAborted();
  }
}
