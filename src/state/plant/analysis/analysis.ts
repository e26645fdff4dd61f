// The analyses of the plant, and the current one.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { newestFirst } from "../../../domain/analysis/survey-order.ts";
import { doUndoably, undoable } from "../../shell/undoable.ts";
import { valueOf } from "../../shell/loaded.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

/** The analyses of a plant, newest first. */
export function analysesQuery(id: number): ServerQuery<readonly Analysis[]> {
  return {
    key: plantKey("analyses"),
    async ask(options) {
      const analyses = await call(api.analysis.listForView, { params: { id } }, options);
      return analyses.toSorted(newestFirst);
    },
  };
}

/** The analyses of the plant on the map, newest first. */
export const analysesAtom = plantQueryOf(analysesQuery);
export const analysisIdAtom = undoable<number | null>(null, "analysis");

/** The current analysis, or undefined. */
export const analysisAtom = atom((get) =>
  valueOf(get(analysesAtom))?.find(({ id }) => id === get(analysisIdAtom)),
);

/** Makes another analysis of the plant the current one. */
export const chooseAnalysis = atom(null, (get, set, id: number) => {
  const analysis = valueOf(get(analysesAtom))?.find((one) => one.id === id);
  if (!analysis) return;
  set(doUndoably, {
    name: "workbench:step.choose_analysis",
    values: { analysis: analysis.name },
    change: (_get, set) => set(analysisIdAtom, id),
  });
});
