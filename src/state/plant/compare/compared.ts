// The columns that a comparison needs, and how the worker compares them.
import { atom } from "jotai";
import { isOlder } from "../../../domain/analysis/survey-order.ts";
import type { Compared } from "../../../domain/column/change-data.ts";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import { differenceRequestOf } from "../../../domain/column/difference-request.ts";
import { measuredBehind, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { analysesAtom } from "../analysis/analysis.ts";
import { loadColumn } from "../column/column.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";

/** An analysis and the summaries of its columns. */
export type Side = {
  readonly analysis_id: number;
  readonly summaries: readonly ColumnSummary[];
};

/** A function that answers whether the first analysis was flown before the second. */
export const isOlderAtom = atom((get) => {
  const analyses = valueOf(get(analysesAtom)) ?? [];
  const of = (wanted: number) => analyses.find(({ id }) => id === wanted);
  return (one: number, other: number) => {
    const [first, second] = [of(one), of(other)];
    return first !== undefined && second !== undefined && isOlder(first, second);
  };
});

/**
 * Loads the columns of a key figure in two analyses, with what judges their difference, in the order in which
 * they were flown. Null where one of the analyses has no values of the key figure.
 */
export const loadCompared = atom(
  null,
  async (get, set, keyFigure: KeyFigure, one: Side, other: Side): Promise<Compared | null> => {
    const [older, newer] = get(isOlderAtom)(one.analysis_id, other.analysis_id)
      ? [one, other]
      : [other, one];
    const hashOf = async ({ analysis_id, summaries }: Side, id: number | undefined) => {
      const summary = summaries.find(({ key_figure_id }) => key_figure_id === id);
      if (summary) await set(loadColumn, analysis_id, summary);
      return summary?.hash ?? null;
    };
    const compared = async (figure: KeyFigure): Promise<Compared | null> => {
      const before = await hashOf(older, figure.id);
      const after = await hashOf(newer, figure.id);
      if (before === null || after === null) return null;
      const stated = {
        before: await hashOf(older, figure.uncertainty_by),
        after: await hashOf(newer, figure.uncertainty_by),
      };
      const request = differenceRequestOf(figure, get(limitsOfAtom)(figure));
      const behind = measuredBehind(figure);
      const measured = behind && (await compared(behind));
      return { before, after, request, stated, ...(measured && { measured }) };
    };
    return compared(keyFigure);
  },
);
