// Has the worker compute which components became worse or better between two analyses.
import { atom } from "jotai";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { summariesAtom } from "../column/column.ts";
import {
  compareAtom,
  compareColumnAtom,
  compareSummariesAtom,
  differenceAtom,
  keepDifferenceValues,
} from "./compare.ts";
import { isOlderAtom, loadCompared } from "./compared.ts";
import { loadPairCourse } from "./finding-change.ts";
import { askData } from "../data.ts";
import { columnAtom, keyFigureAtom, limitsOfAtom } from "../column/key-figure.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { idle, valueOf } from "../../shell/loaded.ts";

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
  compared: get(compareColumnAtom),
  current: get(columnAtom),
  keyFigure: get(keyFigureAtom),
  limitsOf: get(limitsOfAtom),
  isOlder: get(isOlderAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Computes the difference of the two columns after every change. Returns the stop function. */
export function startDifferenceWork(store: Store): () => void {
  return computeOnChange(
    store,
    input,
    differenceAtom,
    ({ compared, current, sides, keyFigure }) => {
      const type = keyFigure?.component_type;
      if (compared.state === "failed") return compared;
      if (current.state === "failed") return current;
      if (compared.state !== "ready" || current.state !== "ready") return idle;
      if (!sides || !type || !geometryOf(type)) return idle;
      const hash = `${compared.value.hash} ${current.value.hash}`;
      return async (signal) => {
        const pair = await store.set(loadCompared, keyFigure, sides.current, sides.other);
        signal.throwIfAborted();
        if (!pair) return null;
        const surveys =
          keyFigure.direction === "neutral"
            ? undefined
            : await store.set(loadPairCourse, keyFigure);
        signal.throwIfAborted();
        const ask = { type, name: hash, ...pair, ...(surveys && { surveys }) };
        const { values, counts, courses } = await askData("difference", ask, { signal });
        if (!signal.aborted) keepDifferenceValues(hash, values);
        return { hash, counts, courses };
      };
    },
  );
}
