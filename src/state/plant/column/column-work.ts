// Fetches the columns that the map, the legend and the comparison show, as soon as their hashes are known.
import { atom, type PrimitiveAtom } from "jotai";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { loadColumn, summariesAtom } from "./column.ts";
import { compareAtom, compareColumnAtom, compareSummariesAtom } from "../compare/compare.ts";
import { computeOnChange, type Store, type Computation } from "../../shell/on-change.ts";
import { columnAtom, keyFigureIdAtom } from "./key-figure.ts";
import { idle, loading, type Loaded } from "../../shell/loaded.ts";

type Shown = {
  readonly analysis_id: number | null;
  readonly summaries: Loaded<readonly ColumnSummary[]>;
  readonly key_figure_id: number | null;
};

const currentInput = atom((get): Shown => ({
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  key_figure_id: get(keyFigureIdAtom),
}));

const comparedInput = atom((get): Shown => ({
  analysis_id: get(compareAtom)?.analysis_id ?? null,
  summaries: get(compareSummariesAtom),
  key_figure_id: get(keyFigureIdAtom),
}));

/** Loads the current column and the one it is compared with, after every change. Returns the stop function. */
export function startColumnWork(store: Store): () => void {
  const keep = (input: typeof currentInput, output: PrimitiveAtom<Loaded<{ hash: string }>>) =>
    computeOnChange(store, input, output, (shown) => columnOf(store, shown), {
      showsLoading: true,
    });
  const stops = [keep(currentInput, columnAtom), keep(comparedInput, compareColumnAtom)];
  return () => stops.forEach((stop) => stop());
}

function columnOf(
  { set }: Store,
  { analysis_id, summaries, key_figure_id }: Shown,
): Computation<{ hash: string }> {
  if (analysis_id === null || key_figure_id === null) return idle;
  if (summaries.state === "failed") return summaries;
  if (summaries.state !== "ready") return loading;
  const summary = summaries.value.find((one) => one.key_figure_id === key_figure_id);
  if (!summary) return idle;
  return async () => {
    await set(loadColumn, analysis_id, summary);
    return { hash: summary.hash };
  };
}
