// Has the worker compute which components became worse or better between two analyses.
import { atom } from "jotai";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { summariesAtom } from "../column/column.ts";
import {
  compareAtom,
  compareColumnAtom,
  compareSummariesAtom,
  differenceAtom,
  keepDifference,
} from "./compare.ts";
import { isOlderAtom, loadCompared } from "./compared.ts";
import { askData } from "../data.ts";
import { columnAtom, keyFigureAtom, limitsOfAtom } from "../column/key-figure.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";
import { failed, idle, loading, valueOf } from "../../shell/loaded.ts";

/** Null until both analyses are known. */
export const comparedSidesAtom = atom((get) => {
  const ids = [get(analysisIdAtom), get(compareAtom)?.analysis_id ?? null] as const;
  const summaries = [valueOf(get(summariesAtom)), valueOf(get(compareSummariesAtom))] as const;
  if (ids[0] === null || ids[1] === null || !summaries[0] || !summaries[1]) return null;
  return {
    current: { analysis_id: ids[0], summaries: summaries[0] },
    other: { analysis_id: ids[1], summaries: summaries[1] },
  };
});

const input = atom((get) => ({
  sides: get(comparedSidesAtom),
  compared: valueOf(get(compareColumnAtom))?.hash,
  current: valueOf(get(columnAtom))?.hash,
  keyFigure: get(keyFigureAtom),
  limitsOf: get(limitsOfAtom),
  isOlder: get(isOlderAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Computes the difference of the two columns after every change. Returns the stop function. */
export function startDifferenceWork(store: Store): () => void {
  const { get, set } = store;
  return runOnChange(
    store,
    input,
    async ({ compared, current, sides, keyFigure, limitsOf }, signal) => {
      const type = keyFigure?.component_type;
      if (!compared || !current || !sides || !type || !geometryOf(type)) {
        return set(differenceAtom, idle);
      }
      const hash = `${compared} ${current}`;
      // Changes of another pair are not those of this one; after a change of limits or filters the last ones stay.
      if (valueOf(get(differenceAtom))?.hash !== hash) set(differenceAtom, loading);
      try {
        const pair = await set(loadCompared, keyFigure, sides.current, sides.other);
        if (signal.aborted) return;
        if (!pair) return set(differenceAtom, idle);
        const isJudged = keyFigure.direction !== "neutral";
        const judged = isJudged && { key_figure_id: keyFigure.id, limits: limitsOf(keyFigure) };
        const ask = { type, name: hash, ...pair, ...(judged && { judged }) };
        const difference = await askData("difference", ask, { signal });
        if (!signal.aborted) set(keepDifference, hash, difference);
      } catch (cause) {
        if (!signal.aborted) set(differenceAtom, failed(cause));
      }
    },
  );
}
