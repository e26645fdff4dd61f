// Has the worker compute which components became worse or better between two analyses.
import { atom } from "jotai";
import { differenceRequestOf } from "../../domain/column/difference-request.ts";
import { analysesAtom, analysisIdAtom } from "./analysis.ts";
import type { ColumnSummary } from "../../domain/column/column.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { loadColumn, summariesAtom } from "./column.ts";
import {
  compareAtom,
  compareColumnAtom,
  compareSummariesAtom,
  differenceAtom,
  keepDifference,
} from "./compare.ts";
import { askData } from "./data.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "./key-figure.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom } from "./plant.ts";
import { runOnChange, type Store } from "../shell/on-change.ts";
import { idle, valueOf } from "../shell/loaded.ts";

/** True where the current analysis was flown after the one it is compared with. */
const isNewerAtom = atom((get) => {
  const analyses = valueOf(get(analysesAtom));
  const flown = (id: number | undefined | null) =>
    Date.parse(analyses?.find((one) => one.id === id)?.flown_at ?? "");
  return !(flown(get(analysisIdAtom)) < flown(get(compareAtom)?.analysis_id));
});

/** An analysis and its column with the uncertainty of each value of the key figure, if it has one. */
function statedBy(
  analysis_id: number | null | undefined,
  summaries: readonly ColumnSummary[] | undefined,
  keyFigure: KeyFigure | undefined,
) {
  const summary = summaries?.find((one) => one.key_figure_id === keyFigure?.uncertainty_by);
  return analysis_id && summary ? { analysis_id, summary } : null;
}

const statedAtom = atom((get) => {
  const keyFigure = get(keyFigureAtom);
  return {
    compared: statedBy(
      get(compareAtom)?.analysis_id,
      valueOf(get(compareSummariesAtom)),
      keyFigure,
    ),
    current: statedBy(get(analysisIdAtom), valueOf(get(summariesAtom)), keyFigure),
  };
});

const input = atom((get) => ({
  stated: get(statedAtom),
  compared: valueOf(get(compareColumnAtom))?.hash,
  current: valueOf(get(columnAtom))?.hash,
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  isNewer: get(isNewerAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Computes the difference of the two columns after every change. Returns the stop function. */
export function startDifferenceWork(store: Store): () => void {
  const { set } = store;
  return runOnChange(
    store,
    input,
    async ({ compared, current, stated, keyFigure, limits, isNewer }, signal) => {
      if (!compared || !current || !keyFigure || !geometryOf(keyFigure.component_type)) {
        return set(differenceAtom, idle);
      }
      const hashes = [];
      for (const column of [stated.compared, stated.current]) {
        if (column) await set(loadColumn, column.analysis_id, column.summary);
        hashes.push(column?.summary.hash ?? null);
      }
      if (signal.aborted) return;
      const [ofCompared = null, ofCurrent = null] = hashes;
      const difference = await askData(
        "difference",
        {
          type: keyFigure.component_type,
          // From the older analysis to the newer one, whichever is current.
          ...(isNewer
            ? {
                before: compared,
                after: current,
                stated: { before: ofCompared, after: ofCurrent },
              }
            : {
                before: current,
                after: compared,
                stated: { before: ofCurrent, after: ofCompared },
              }),
          request: differenceRequestOf(keyFigure, limits),
        },
        { signal },
      );
      if (signal.aborted) return;
      set(keepDifference, `${compared} ${current}`, difference.values, difference.counts);
    },
  );
}
