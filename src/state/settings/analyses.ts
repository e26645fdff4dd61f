// Analyses as a list to work on: over all plants, and what may be done with one.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type {
  Analysis,
  AnalysisForm,
  AnalysisState,
  Visibility,
} from "../../domain/analysis/analysis.ts";
import { analysesAtom } from "../plant/analysis.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { perSession } from "../shell/lifetime.ts";

/** The analyses of every plant the viewer may see, newest survey first. */
export const allAnalysesAtom = perSession<Loaded<readonly Analysis[]>>(idle);

export const loadAllAnalyses = atom(null, async (get, set) => {
  if (get(allAnalysesAtom).state !== "ready") set(allAnalysesAtom, loading);
  try {
    set(allAnalysesAtom, ready(await call(api.analysis.list)));
  } catch (cause) {
    set(allAnalysesAtom, failed(cause));
  }
});

/** Fetches the analyses of the plant on the map again; what is known stays in sight meanwhile. */
export const reloadAnalyses = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const analyses = await call(api.analysis.listForView, { params: { id } });
  if (get(plantIdAtom) === id) {
    set(
      analysesAtom,
      ready(analyses.toSorted((a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at))),
    );
  }
});

/** Creates an empty analysis and answers it. Rejects with the refusal. */
export const createAnalysis = atom(null, async (_get, set, form: AnalysisForm) => {
  const analysis = await call(api.analysis.create, { body: form });
  await set(reloadAnalyses);
  return analysis;
});

/** Releases, locks or hides the results. Rejects with the refusal. */
export const setVisibility = atom(
  null,
  async (_get, set, id: number, visibility: Visibility): Promise<void> => {
    const analysis = await call(api.analysis.setVisibility, {
      params: { id },
      body: { visibility },
    });
    set(replaceAnalysis, analysis);
  },
);

/** Sets the state by hand. Rejects with the refusal. */
export const setState = atom(
  null,
  async (_get, set, id: number, state: AnalysisState): Promise<void> => {
    set(replaceAnalysis, await call(api.analysis.setState, { params: { id }, body: { state } }));
  },
);

/** Deletes an analysis. Rejects with the refusal. */
export const removeAnalysis = atom(null, async (_get, set, id: number): Promise<void> => {
  await call(api.analysis.remove, { params: { id } });
  await set(reloadAnalyses);
});

const replaceAnalysis = atom(null, (get, set, analysis: Analysis) => {
  for (const listAtom of [analysesAtom, allAnalysesAtom]) {
    const known = valueOf(get(listAtom));
    if (known) {
      set(listAtom, ready(known.map((one) => (one.id === analysis.id ? analysis : one))));
    }
  }
});

/** Removes all results of an analysis; rejects with the refusal. */
export const removeResults = atom(null, async (_get, set, id: number): Promise<void> => {
  await call(api.analysisResult.remove, { params: { id } });
  await set(reloadAnalyses);
});
