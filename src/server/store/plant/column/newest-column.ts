// The columns of the newest results of each plant.
import { and, eq, exists, inArray, notInArray, sql } from "drizzle-orm";
import { coverageKeyFigures } from "../../../../domain/key-figure/key-figure-coverage.ts";
import { seesDisabledKeyFigures } from "../../../../domain/key-figure/enabled-key-figure.ts";
import { allSafetyKeyFigures } from "../../../../domain/key-figure/safety.ts";
import type { Database, Viewer } from "../../../context.ts";
import { analysis, analysisColumn, plant } from "../../schema/plant.ts";
import { disabledKeyFigure } from "../../schema/provider.ts";
import { isAnalysisSeen, isPlantSeen, type ViewerScope } from "../plant.ts";

/** What images show is no result. */
const coverageIds = coverageKeyFigures.map(({ id }) => id);

const safetyIds = allSafetyKeyFigures().map(({ id }) => id);

export type NewestColumn = {
  plant_id: number;
  key_figure_id: number;
  severity_counts: number[];
  mean: number | null;
  value_count: number;
  /** Components by class number, of key figures that can say that a component is dangerous; else null. */
  class_counts: number[] | null;
};

/** The columns of each plant's newest analysis with results, of those that the viewer sees. */
export async function readNewestColumns(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "show_all_key_figures">,
): Promise<NewestColumn[]> {
  const newest = db
    .selectDistinctOn([analysis.plant_id], { id: analysis.id, plant_id: analysis.plant_id })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(
      and(
        isPlantSeen(viewer),
        isAnalysisSeen(viewer),
        exists(
          db
            .select({ id: analysisColumn.key_figure_id })
            .from(analysisColumn)
            .where(
              and(
                eq(analysisColumn.analysis_id, analysis.id),
                notInArray(analysisColumn.key_figure_id, coverageIds),
              ),
            ),
        ),
      ),
    )
    .orderBy(analysis.plant_id, sql`${analysis.flown_at} desc`, sql`${analysis.id} desc`)
    .as("newest");
  return db
    .select({
      plant_id: newest.plant_id,
      key_figure_id: analysisColumn.key_figure_id,
      severity_counts: analysisColumn.severity_counts,
      mean: sql<number | null>`(${analysisColumn.summary}->>'mean')::float8`,
      value_count: sql<number>`(${analysisColumn.summary}->>'value_count')::int`,
      class_counts: sql<
        number[] | null
      >`case when ${inArray(analysisColumn.key_figure_id, safetyIds)}
        then ${analysisColumn.summary}->'histogram' end`,
    })
    .from(newest)
    .innerJoin(analysisColumn, eq(analysisColumn.analysis_id, newest.id))
    .where(
      seesDisabledKeyFigures(viewer)
        ? undefined
        : sql`not exists (select 1 from ${disabledKeyFigure}
            where ${disabledKeyFigure.plant_id} = ${newest.plant_id}
              and ${disabledKeyFigure.key_figure_id} = ${analysisColumn.key_figure_id})`,
    );
}
