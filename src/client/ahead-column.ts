// Which column the map of a plant shows first, decided as the page itself does, from answers that came before its code.
import type { Analysis } from "../domain/analysis/analysis.ts";
import { newestFirst } from "../domain/analysis/survey-order.ts";
import type { ColumnSummary } from "../domain/column/column.ts";
import { firstAnalysis, firstKeyFigure } from "../domain/plant/first-shown.ts";

type Summary = Pick<ColumnSummary, "key_figure_id" | "hash">;

/** Paths of the calls in src/api/analysis. */
export const columnPaths = {
  all: (analysis_id: number) => `/api/auth/analysis/${analysis_id}/columns`,
  one: (analysis_id: number, { key_figure_id, hash }: Summary) =>
    `/api/auth/analysis-result/${analysis_id}/${key_figure_id}/column/${hash}`,
} as const;

const wantedIn = (query: string, name: string): number | null =>
  Number(new URLSearchParams(query).get(name)) || null;

/** The analysis that the address opens with; undefined where the answer names none. */
export function analysisOf(answer: ArrayBuffer, query: string): Analysis | undefined {
  const analyses = listIn<Analysis>(answer).toSorted(newestFirst);
  return firstAnalysis(analyses, wantedIn(query, "analysis"));
}

/** The column of the key figure that the address opens with; undefined where the answer has none. */
export function columnOf(
  answer: ArrayBuffer,
  analysis: Pick<Analysis, "key_figure_ids">,
  query: string,
): Summary | undefined {
  const columns = listIn<Summary>(answer);
  const find = (wanted: number | null) => columns.find((one) => one.key_figure_id === wanted);
  const ids = columns.map(({ key_figure_id }) => key_figure_id);
  return (
    find(firstKeyFigure(analysis.key_figure_ids, wantedIn(query, "key_figure"))) ??
    find(firstKeyFigure(ids, null))
  );
}

function listIn<One>(answer: ArrayBuffer): readonly One[] {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(answer));
    return Array.isArray(list) ? (list as One[]) : [];
  } catch {
    return [];
  }
}
