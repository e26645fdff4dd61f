// The analyses of all plants as a list, and the changes of an analysis.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type {
  Analysis,
  AnalysisForm,
  AnalysisState,
  Visibility,
} from "../../domain/analysis/analysis.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { plantKey } from "../plant/plant.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById, queryOf, reload, type ServerQuery } from "../shell/query.ts";

const key = ["analyses"];

/** The analyses of every plant the viewer may see, newest first; idle where the viewer may see none. */
export const allAnalysesAtom = queryOf((get): ServerQuery<readonly Analysis[]> | null => {
  const { list } = api.analysis;
  if (!get(hasPermissionAtom)(list.permission)) return null;
  return { key, ask: (options) => call(list, {}, options) };
});

/** Fetches them again; the cached data stay on the screen meanwhile. */
export function reloadAllAnalyses(): Promise<void> {
  return reload(key);
}

/** Fetches the analyses of the plant on the map again, and those of all plants. */
async function reloadAnalyses(): Promise<void> {
  await Promise.all([reload(plantKey("analyses")), reload(key)]);
}

/** The last analysis of a plant before a day there, by `${plant_id} ${YYYY-MM-DD}`; idle for "". */
export const lastAnalysisOf = queriesById(
  (id: string): ServerQuery<{ readonly analysis: Analysis | null }> | null => {
    if (id === "") return null;
    const [plant = "", date = ""] = id.split(" ");
    const params = { id: Number(plant) };
    return {
      key: [...key, "last", id],
      keepsPrevious: true,
      ask: async (options) => ({
        analysis: await call(api.analysis.readLast, { params, query: { date } }, options),
      }),
    };
  },
);

/** Creates and returns an empty analysis. Rejects with the refusal. */
export const createAnalysis = atom(null, async (_get, _set, form: AnalysisForm) => {
  const analysis = await call(api.analysis.create, { body: form });
  await reloadAnalyses();
  return analysis;
});

/** Releases, withdraws or hides the results. Rejects with the refusal. */
export const setVisibility = atom(
  null,
  async (_get, _set, id: number, visibility: Visibility, confirmation?: string): Promise<void> => {
    const analysis = await call(api.analysis.setVisibility, {
      params: { id },
      body: { visibility, ...(confirmation !== undefined && { confirmation }) },
    });
    replaceAnalysis(analysis);
  },
);

/** Sets the state by hand. Rejects with the refusal. */
export const setState = atom(
  null,
  async (_get, _set, id: number, state: AnalysisState): Promise<void> => {
    replaceAnalysis(await call(api.analysis.setState, { params: { id }, body: { state } }));
  },
);

/** Deletes an analysis. Rejects with the refusal. */
export const removeAnalysis = atom(null, async (_get, _set, id: number): Promise<void> => {
  await call(api.analysis.remove, { params: { id } });
  await reloadAnalyses();
});

/** The key of an analysis on its page; its history and other data begin with the same two parts. */
export function analysisKey(id: number): readonly unknown[] {
  return ["analysis", id, "fields"];
}

/** Shows an answer of the server wherever the analysis is shown. */
export function replaceAnalysis(analysis: Analysis): void {
  updateAnswer<Analysis>(analysisKey(analysis.id), () => analysis);
  void reload(["analysis", analysis.id, "history"]);
  for (const list of [plantKey("analyses"), key]) {
    updateAnswer<readonly Analysis[]>(list, (known) =>
      known.map((one) => (one.id === analysis.id ? analysis : one)),
    );
  }
}

/** Removes all results of an analysis; rejects with the refusal. */
export const removeResults = atom(null, async (_get, _set, id: number): Promise<void> => {
  await call(api.analysisResult.remove, { params: { id } });
  await reloadAnalyses();
});
