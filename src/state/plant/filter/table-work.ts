// The work behind the table: while the table is open, its columns are fetched, and the worker sorts its rows
// and computes their statistics.
import { atom } from "jotai";
import { worseningHash } from "../../../domain/column/change-data.ts";
import type { SortBy } from "../../../domain/plant/data-request.ts";
import { carriedAtom } from "../column/carried.ts";
import { columnVersionAtom, columnValues, loadColumn, summariesAtom } from "../column/column.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import type { ComparedColumns } from "../compare/compared-value.ts";
import { askData } from "../data.ts";
import { openPanelsAtom } from "../../shell/dock.ts";
import { scopeAtom } from "./filter.ts";
import { computeOnChange, runOnChange, type Store } from "../../shell/on-change.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import { loading, valueOf } from "../../shell/loaded.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { selectedRowsAtom, selectionAtom } from "../component/selection.ts";
import {
  comparedColumnIds,
  shownColumnsAtom,
  tableComparedAtom,
  tableKeyFiguresAtom,
  tableRowsAtom,
  tableSortAtom,
  tableStatisticsAtom,
  tableTypeAtom,
  worstByAtom,
  type ColumnId,
  type TableSort,
} from "./table.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { sortWorstFirst, type FigureColumn } from "../analysis/worst-first.ts";

/** The rows that the table lists: selected, in view, or all. The filters apply as well. */
export const tableScopeAtom = atom((get) => {
  const scope = get(scopeAtom);
  const selection = get(selectionAtom);
  if (scope === "in_view") return { area: get(viewAreaAtom) };
  if (scope !== "selected") return {};
  return selection?.component_type === get(tableTypeAtom)
    ? { rows: get(selectedRowsAtom) }
    : { rows: new Uint32Array(0) };
});

const isOpenAtom = atom((get) => get(openPanelsAtom).includes("table"));

const columnsInput = atom((get) => {
  const shown = get(shownColumnsAtom);
  const wanted = get(tableKeyFiguresAtom).filter(({ keyFigure }) =>
    shown.includes(`${keyFigure.id}`),
  );
  const ids = new Set(wanted.map(({ keyFigure }) => keyFigure.id));
  const isOpen = get(isOpenAtom);
  const carried = isOpen
    ? (valueOf(get(carriedAtom)) ?? []).filter(({ key_figure_id }) => ids.has(key_figure_id))
    : [];
  return { isOpen, analysis_id: get(analysisIdAtom), wanted, carried };
});

const rowsInput = atom((get) => {
  const sort = get(tableSortAtom);
  const sorted = get(tableKeyFiguresAtom).find(({ keyFigure }) => `${keyFigure.id}` === sort?.by);
  return {
    isOpen: get(isOpenAtom),
    type: get(tableTypeAtom),
    sort,
    sorted,
    worst: get(worstByAtom),
    compared: get(tableComparedAtom),
    summaries: valueOf(get(summariesAtom)),
    limitsOf: get(limitsOfAtom),
    analysis_id: get(analysisIdAtom),
    scope: get(tableScopeAtom),
    masks: get(maskVersionAtom),
    geometry: get(geometryVersionAtom),
  };
});

const statisticsInput = atom((get) => ({
  columns: get(columnsInput),
  type: get(tableTypeAtom),
  scope: get(tableScopeAtom),
  limitsOf: get(limitsOfAtom),
  masks: get(maskVersionAtom),
  version: get(columnVersionAtom),
}));

type RowsInput = {
  readonly sort: TableSort | null;
  readonly sorted: FigureColumn | undefined;
  readonly worst: FigureColumn | null;
  readonly compared: ComparedColumns | null;
};

/** How the worker is to sort, once the columns that it needs are loaded. */
const sortAsk = atom(
  null,
  async (_get, set, input: RowsInput, analysis_id: number): Promise<SortBy | null> => {
    const { sort, sorted, worst, compared } = input;
    if (compared && (sort === null || isCompared(sort.by))) {
      return comparedSort(compared, sort ?? { by: "change", direction: "descending" });
    }
    if (sort && sorted) {
      await set(loadColumn, analysis_id, sorted.summary);
      const by = { hash: sorted.summary.hash, key_figure_id: sorted.keyFigure.id };
      return { by, direction: sort.direction };
    }
    if (sort?.by === "pcs" || sort?.by === "dt_id" || sort?.by === "path") {
      return { by: sort.by, direction: sort.direction };
    }
    return worst && set(sortWorstFirst, analysis_id, worst);
  },
);

function isCompared(by: ColumnId): boolean {
  return comparedColumnIds.some((id) => id === by);
}

/** The columns are loaded: the comparison was computed from them. */
function comparedSort(
  { name, before, after, keyFigure: { id: key_figure_id } }: ComparedColumns,
  { by, direction }: TableSort,
): SortBy {
  if (by === "before") return { by: { hash: before, key_figure_id }, direction };
  if (by === "now") return { by: { hash: after, key_figure_id }, direction };
  return { by: { hash: worseningHash(name) }, direction };
}

const STATISTICS_WAIT_MS = 120;

/** Starts the work for the table. Returns the stop function. */
export function startTableWork(store: Store): () => void {
  const { set } = store;
  const stops = [
    runOnChange(store, columnsInput, async ({ isOpen, analysis_id, wanted, carried }, signal) => {
      if (!isOpen || analysis_id === null) return;
      for (const column of [...wanted.map(({ summary }) => summary), ...carried]) {
        if (signal.aborted) return;
        await set(loadColumn, analysis_id, column);
      }
    }),

    computeOnChange(store, rowsInput, tableRowsAtom, (input) => {
      const { isOpen, type, analysis_id, scope } = input;
      if (!isOpen || !type || analysis_id === null) return null;
      if (!geometryOf(type)) return loading;
      return async (signal) => {
        const sort = await set(sortAsk, input, analysis_id);
        return askData("order", { type, scope, sort }, { signal });
      };
    }),

    runOnChange(
      store,
      statisticsInput,
      async ({ columns: { isOpen, wanted }, type, scope, limitsOf }, signal) => {
        if (!isOpen || !type || !geometryOf(type)) return;
        const columns = wanted
          .filter(({ summary }) => columnValues(summary.hash) !== undefined)
          .map(({ keyFigure, summary }) => ({
            hash: summary.hash,
            key_figure_id: keyFigure.id,
            limits: limitsOf(keyFigure),
          }));
        const answer = await askData("statistics", { type, scope, columns }, { signal });
        if (!signal.aborted) set(tableStatisticsAtom, answer.columns);
      },
      { waitMs: STATISTICS_WAIT_MS },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
