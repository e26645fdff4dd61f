// Has the worker evaluate the filters, and writes the outcome into the row flags that the map uploads.
import { atom, type ExtractAtomValue } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import type { MaskRequest } from "../../../domain/plant/filter-mask.ts";
import { ancestorTypesOf, type ComponentType } from "../../../domain/component/component.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { columnValues, loadColumn, summariesAtom, summariesQuery } from "../column/column.ts";
import { isOlderAtom, loadCompared, type Side } from "../compare/compared.ts";
import { askData } from "../data.ts";
import { findingColumnsAtom, loadFindingColumns } from "../finding/survey.ts";
import { filtersAtom, filterCountsAtom, filterFaultAtom, keptAtom } from "./filter.ts";
import { marksAtom, marksLoadAtom } from "./known-lists.ts";
import { keyFigureAtom, limitsOfAtom } from "../column/key-figure.ts";
import { applyFilterMasks } from "../column/row-flag.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";
import { ensureAnswer } from "../../shell/query.ts";
import { nextVersion } from "../../shell/lifetime.ts";
import { faultOf, valueOf } from "../../shell/loaded.ts";

const input = atom((get) => {
  get(geometryVersionAtom);
  const filters = get(filtersAtom);
  return {
    filters,
    kept: get(keptAtom),
    analysis_id: get(analysisIdAtom),
    type: get(keyFigureAtom)?.component_type,
    summaries: get(summariesAtom),
    limitsOf: get(limitsOfAtom),
    isOlder: get(isOlderAtom),
    marks: get(marksAtom),
    marksLoad: get(marksLoadAtom),
    // Of a filter by repair; the columns are loaded with it.
    findingColumns: filters.some(({ kind }) => kind === "repair") ? get(findingColumnsAtom) : null,
  };
});

type Input = ExtractAtomValue<typeof input>;

/**
 * Evaluates the filters after every change. Where one of them cannot be evaluated, no component passes and
 * `filterFaultAtom` says why: what passed the filters before must not stand under the filters of now. Returns the
 * stop function.
 */
export function startFilterWork(store: Store): () => void {
  const { set } = store;
  return runOnChange(store, input, async (given, signal) => {
    const { type, analysis_id, findingColumns } = given;
    if (!type || !geometryOf(type) || analysis_id === null) return;
    if (findingColumns !== null) void set(loadFindingColumns, findingColumns);
    try {
      const request = await requestOf(store, given, { type, analysis_id });
      if (signal.aborted || !request) return;
      const masks = await askData("mask", request, { signal });
      if (signal.aborted) return;
      set(applyFilterMasks, masks);
      set(filterFaultAtom, null);
      set(
        filterCountsAtom,
        Object.fromEntries(masks.map(({ type, matching, total }) => [type, { matching, total }])),
      );
      set(maskVersionAtom, nextVersion());
    } catch (cause) {
      const isFiltered = given.filters.length > 0 || given.kept !== null;
      if (signal.aborted || !isFiltered) throw cause;
      await hideAll(store, type, signal);
      if (!signal.aborted) set(filterFaultAtom, faultOf(cause));
    }
  });
}

/** What the worker needs; null while a list or the summaries are on their way, which start this work again. */
async function requestOf(
  store: Store,
  { filters, kept, limitsOf, marks, marksLoad, summaries }: Input,
  { type, analysis_id }: { type: ComponentType; analysis_id: number },
): Promise<MaskRequest | null> {
  const { set } = store;
  const ids = new Set(filters.flatMap((one) => ("key_figure_id" in one ? one.key_figure_id : [])));
  const needed = [marksLoad, ...(ids.size > 0 ? [summaries] : [])];
  for (const one of needed) if (one.state === "failed") throw one.fault;
  const wanted = (valueOf(summaries) ?? []).filter(({ key_figure_id }) => ids.has(key_figure_id));
  const isWaiting = needed.some(({ state }) => state === "loading");
  // Until all is there, the numbers are those of the filters before.
  if (isWaiting || wanted.some(({ hash }) => columnValues(hash) === undefined)) {
    set(filterCountsAtom, {});
  }
  if (isWaiting) return null;
  await Promise.all(wanted.map((summary) => set(loadColumn, analysis_id, summary)));
  const columns = wanted.flatMap(({ hash, key_figure_id }) => {
    const keyFigure = keyFigureById(key_figure_id);
    return keyFigure ? [{ hash, key_figure_id, limits: limitsOf(keyFigure) }] : [];
  });
  const current = { analysis_id, summaries: valueOf(summaries) ?? [] };
  const changes = await changesOf(store, filters, current);
  return { type, filters, kept, columns, changes, marks };
}

/** No component of `type`, nor of what contains it, passes: neither on the map nor in what the worker counts. */
async function hideAll({ set }: Store, type: ComponentType, signal: AbortSignal): Promise<void> {
  const kept = { component_type: type, rows: new Uint32Array(0) };
  // A worker that does not answer counts nothing either.
  await askData("mask", { type, filters: [], kept, columns: [] }, { signal }).catch(() => null);
  if (signal.aborted) return;
  const masks = [type, ...ancestorTypesOf(type)].flatMap((one) => {
    const geometry = geometryOf(one);
    return geometry ? [{ type: one, mask: new Uint8Array(geometry.count) }] : [];
  });
  set(applyFilterMasks, masks);
  set(filterCountsAtom, {});
  set(maskVersionAtom, nextVersion());
}

/** What the filters by change need. One whose analysis has no values of the key figure matches nothing. */
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
    const other = { analysis_id, summaries: await ensureAnswer(summariesQuery(analysis_id)) };
    const compared = await set(loadCompared, keyFigure, current, other);
    if (compared) found.push({ filter, compared });
  }
  return found;
}
