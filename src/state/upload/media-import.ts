// Files of a flight on the drone cloud platform, on their way into an analysis.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { waitForTask } from "../settings/task.ts";
import { sessionLifetime } from "../shell/lifetime.ts";
import { queriesById, reload } from "../shell/query.ts";
import { reloadAnalysisFiles } from "./analysis-file.ts";

const keyOf = (id: number) => ["analysis", id, "drone-cloud"];

/** The projects whose flights can be imported into an analysis. */
export const mediaProjectsOf = queriesById((id: number) => ({
  key: [...keyOf(id), "projects"],
  ask: (options) => call(api.flightExport.flightProjects, { params: { id } }, options),
}));

/** The analysis and the project, or the flight, as one key: IDs of the platform have no spaces. */
export const flightKey = (id: number, ...parts: readonly string[]) => [id, ...parts].join(" ");

function partsOf(key: string): [id: number, project: string, task_id: string] {
  const [id = "", project = "", task_id = ""] = key.split(" ");
  return [Number(id), project, task_id];
}

/** The flights of a project, by `flightKey(analysis, project)`. */
export const mediaFlightsOf = queriesById((key: string) => {
  const [id, project] = partsOf(key);
  return {
    key: [...keyOf(id), "flights", project],
    ask: (options) =>
      call(api.flightExport.flights, { params: { id }, query: { project } }, options),
  };
});

/** What a flight has brought, by `flightKey(analysis, project, task)`. */
export const flightMediaOf = queriesById((key: string) => {
  const [id, project, task_id] = partsOf(key);
  return {
    key: [...keyOf(id), "media", project, task_id],
    ask: (options) =>
      call(api.flightExport.media, { params: { id }, query: { project, task_id } }, options),
  };
});

/** Imports files; resolves to the task when it has ended. Rejects with the refusal. */
export const importFlightMedia = atom(
  null,
  async (
    _get,
    _set,
    key: string,
    file_names: readonly string[],
    onTask: (task: Task) => void,
  ): Promise<Task> => {
    const { signal } = sessionLifetime();
    const [id, project, task_id] = partsOf(key);
    const body = { project, task_id, file_names: [...file_names] };
    const launched = await call(api.flightExport.importMedia, { params: { id }, body });
    const ended = await waitForTask(launched.task_id, onTask, signal);
    await Promise.all([reloadAnalysisFiles(id), reload(keyOf(id)), reload(["analysis", id])]);
    return ended;
  },
);
