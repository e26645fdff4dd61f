// The order with the worst first, as the worker is asked for it.
import { atom } from "jotai";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import type { SortBy } from "../../../domain/plant/data-request.ts";
import { loadColumn, summariesAtom } from "../column/column.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";

/** A key figure and its column in an analysis. */
export type FigureColumn = { readonly keyFigure: KeyFigure; readonly summary: ColumnSummary };

/** The findings of a key figure as they are listed, then all others; once the columns for it are loaded. */
export const sortWorstFirst = atom(
  null,
  async (get, set, analysis_id: number, figure: FigureColumn): Promise<SortBy> => {
    const { keyFigure, summary } = figure;
    const limits = get(limitsOfAtom)(keyFigure);
    const rank = valueOf(get(summariesAtom))?.find(
      (one) => one.key_figure_id === keyFigure.ranked_by,
    );
    await set(loadColumn, analysis_id, summary);
    if (rank) await set(loadColumn, analysis_id, rank);
    const judged = { hash: summary.hash, key_figure_id: keyFigure.id, limits };
    return { by: "worst", judged: { ...judged, ranking: rank?.hash } };
  },
);
