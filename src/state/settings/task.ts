// Waits until a task has finished.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { limits } from "../../domain/limits.ts";
import { isFinal, type Task } from "../../domain/analysis/task.ts";

/**
 * Fetches the task every 3000 ms and passes it to `onTask`; returns the final one. Rejects
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
    await new Promise((resolve) => setTimeout(resolve, limits.taskPollMs));
    signal.throwIfAborted();
  }
}
