// One analysis on its page: its fields, its steps, and what can be chosen for it.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { AnalysisChanges } from "../../domain/analysis/analysis-change.ts";
import type { ProgressEvent } from "../../domain/analysis/progress.ts";
import { reloadAnalysisFiles } from "../upload/analysis-file.ts";
import { queriesById, queryClient, reload } from "../shell/query.ts";
import { analysisKey, replaceAnalysis } from "./analyses.ts";

/** An analysis by its id; `failed` with RESOURCE_NOT_FOUND where there is none for the viewer. */
export const analysisOf = queriesById((id: number) => ({
  key: analysisKey(id),
  ask: (options) => call(api.analysis.read, { params: { id } }, options),
}));

/** Fetches an analysis and all that is shown of it again. */
export function reloadAnalysis(id: number): Promise<void> {
  return reload(["analysis", id]);
}

/**
 * Looks whether the server has something new of an analysis. Then it is shown wherever the analysis is, and all else that
 * is shown of it is fetched again, its files too.
 */
export async function followAnalysis(id: number): Promise<void> {
  const client = queryClient();
  const key = analysisKey(id);
  const before = client.getQueryData<Analysis>(key);
  await reload(key);
  const after = client.getQueryData<Analysis>(key);
  // An equal answer leaves the object as it was.
  if (client !== queryClient() || after === undefined || after === before) return;
  replaceAnalysis(after);
  await Promise.all([reloadAnalysis(id), reloadAnalysisFiles(id)]);
}

/** The drones that can fly at a plant, by its id. */
export const availableDronesOf = queriesById((id: number) => ({
  key: ["available-drones", id],
  ask: (options) => call(api.drone.listAvailable, { params: { id } }, options),
}));

/** Changes fields. Rejects with the refusal. */
export const changeAnalysis = atom(
  null,
  async (_get, _set, id: number, body: AnalysisChanges): Promise<void> => {
    replaceAnalysis(await call(api.analysis.update, { params: { id }, body }));
  },
);

/** Takes a step. Rejects with the refusal; what stood against it is fetched then. */
export const takeStep = atom(
  null,
  async (_get, _set, id: number, event: ProgressEvent): Promise<void> => {
    try {
      replaceAnalysis(await call(api.analysis.progress, { params: { id }, body: { event } }));
    } catch (cause) {
      void reloadAnalysis(id);
      throw cause;
    }
  },
);
