// What a plant shows first: the analysis and the key figure of the address, or else the ones that say most.
import { hasResults, type Analysis } from "../analysis/analysis.ts";
import { leadKeyFigure } from "../key-figure/lead.ts";

/**
 * The wanted analysis, or else the newest one with results; undefined without any.
 * @param newestFirst as `newestFirst` of `survey-order.ts` orders them
 */
export function firstAnalysis<One extends Pick<Analysis, "id" | "key_figure_ids">>(
  newestFirst: readonly One[],
  wanted_id: number | null,
): One | undefined {
  return (
    newestFirst.find(({ id }) => id === wanted_id) ?? newestFirst.find(hasResults) ?? newestFirst[0]
  );
}

/** The wanted key figure where the analysis has it, or else the leading one; null without any. */
export function firstKeyFigure(ids: readonly number[], wanted_id: number | null): number | null {
  if (wanted_id !== null && ids.includes(wanted_id)) return wanted_id;
  return leadKeyFigure(ids)?.id ?? null;
}
