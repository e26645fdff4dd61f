// The results of a plant: its analyses with their key figures.
import type { PlantResult } from "../../domain/analysis/analysis-result.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { listColumns } from "../store/plant/column/column.ts";

/**
 * Analyses with columns that the viewer sees, newest first.
 * @param all 1 for all key figures, 0 for those that the plant shows; absent for what the viewer chose
 */
export async function readPlantResults(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  plant_id: number,
  all: "0" | "1" | undefined,
): Promise<PlantResult[]> {
  const show_all_key_figures = all === undefined ? viewer.show_all_key_figures : all === "1";
  const seen = await readAnalyses(db, { ...viewer, show_all_key_figures }, { plant_id });
  const analyses = seen.filter(({ key_figure_ids }) => key_figure_ids.length > 0);
  const columns = await listColumns(
    db,
    analyses.map(({ id }) => id),
  );
  const byAnalysis = Map.groupBy(columns, ({ analysis_id }) => analysis_id);
  return analyses.map(({ key_figure_ids, ...analysis }) => ({
    ...analysis,
    key_figures: (byAnalysis.get(analysis.id) ?? []).flatMap(({ key_figure_id, summary }) => {
      const keyFigure = keyFigureById(key_figure_id);
      if (!keyFigure || !key_figure_ids.includes(key_figure_id)) return [];
      const { id, key, component_type, unit } = keyFigure;
      return [{ ...summary, id, key, component_type, unit }];
    }),
  }));
}
