// Has the worker evaluate the filters, and writes the outcome into the row flags that the map uploads.
import { atom } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import type { MaskRequest } from "../../../domain/plant/filter-mask.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { loadColumn, summariesAtom, summariesQuery } from "../column/column.ts";
import { isOlderAtom, loadCompared, type Side } from "../compare/compared.ts";
import { askData } from "../data.ts";
import { findingColumnsAtom, loadFindingColumns } from "../finding/survey.ts";
import { filtersAtom, filterCountsAtom, keptAtom } from "./filter.ts";
import { marksAtom } from "./known-lists.ts";
import { keyFigureAtom, limitsOfAtom } from "../column/key-figure.ts";
import { applyFilterMasks } from "../column/row-flag.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";
import { ensureAnswer } from "../../shell/query.ts";
import { nextVersion } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";

const input = atom((get) => {
  get(geometryVersionAtom);
  return {
    filters: get(filtersAtom),
    kept: get(keptAtom),
    analysis_id: get(analysisIdAtom),
    type: get(keyFigureAtom)?.component_type,
    summaries: valueOf(get(summariesAtom)) ?? [],
    limitsOf: get(limitsOfAtom),
    isOlder: get(isOlderAtom),
    marks: get(marksAtom),
    // Of a filter by repair; the columns are loaded with it.
    findingColumns: get(filtersAtom).some(({ kind }) => kind === "repair")
      ? get(findingColumnsAtom)
      : null,
  };
});

/** Evaluates the filters after every change. Returns the stop function. */
export function startFilterWork(store: Store): () => void {
  const { set } = store;
  return runOnChange(
    store,
    input,
    async ({ type, filters, kept, analysis_id, summaries, limitsOf, ...given }, signal) => {
      if (!type || !geometryOf(type) || analysis_id === null) return;
      const { marks, findingColumns } = given;
      if (findingColumns !== null) void set(loadFindingColumns, findingColumns);
      const ids = new Set(
        filters.flatMap((one) => ("key_figure_id" in one ? one.key_figure_id : [])),
      );
      const wanted = summaries.filter(({ key_figure_id }) => ids.has(key_figure_id));
      await Promise.all(wanted.map((summary) => set(loadColumn, analysis_id, summary)));
      const columns = wanted.flatMap(({ hash, key_figure_id }) => {
        const keyFigure = keyFigureById(key_figure_id);
        return keyFigure ? { hash, key_figure_id, limits: limitsOf(keyFigure) } : [];
      });
      const changes = await changesOf(store, filters, { analysis_id, summaries });
      if (signal.aborted) return;
      const request = { type, filters, kept, columns, changes, marks };
      const masks = await askData("mask", request, { signal });
      if (signal.aborted) return;
      set(applyFilterMasks, masks);
      set(
        filterCountsAtom,
        Object.fromEntries(masks.map(({ type, matching, total }) => [type, { matching, total }])),
      );
      set(maskVersionAtom, nextVersion());
    },
  );
}

/** What the filters by change need. One that cannot be loaded matches nothing. */
async function changesOf(
  { set }: Store,
  filters: readonly Filter[],
  current: Side,
): Promise<NonNullable<MaskRequest["changes"]>> {
  const found: NonNullable<MaskRequest["changes"]>[number][] = [];
  for (const filter of filters) {
    const keyFigure = filter.kind === "change" ? keyFigureById(filter.key_figure_id) : undefined;
    if (filter.kind !== "change" || !keyFigure) continue;
    const { analysis_id } = filter;
    const summaries = await ensureAnswer(summariesQuery(analysis_id)).catch(() => null);
    const other = summaries && { analysis_id, summaries };
    const compared = other && (await set(loadCompared, keyFigure, current, other));
    if (compared) found.push({ filter, compared });
  }
  return found;
}
