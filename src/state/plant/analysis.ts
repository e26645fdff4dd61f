// The analyses of the plant and the one looked at.
import { atom } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { act, undoable } from "../shell/act.ts";
import { idle, valueOf, type Loaded } from "../shell/loaded.ts";
import { perPlant } from "../shell/lifetime.ts";

/** Newest survey first. */
export const analysesAtom = perPlant<Loaded<readonly Analysis[]>>(idle);
export const analysisIdAtom = undoable<number | null>(null);

/** The analysis looked at, or undefined. */
export const analysisAtom = atom((get) =>
  valueOf(get(analysesAtom))?.find(({ id }) => id === get(analysisIdAtom)),
);

/** Looks at another analysis of the plant. */
export const chooseAnalysis = atom(null, (get, set, id: number) => {
  const analysis = valueOf(get(analysesAtom))?.find((one) => one.id === id);
  if (!analysis) return;
  set(act, {
    name: "workbench:step.choose_analysis",
    values: { analysis: analysis.name },
    change: (_get, put) => put(analysisIdAtom, id),
  });
});
