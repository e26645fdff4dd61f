// The columns of the newest results of each plant, of each type of component for itself.
import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { coverageKeyFigures } from "../../../../domain/key-figure/key-figure-coverage.ts";
import { seesDisabledKeyFigures } from "../../../../domain/key-figure/enabled-key-figure.ts";
import { technologies } from "../../../../domain/component/component.ts";
import { keyFigureById, keyFigureByKey } from "../../../../domain/key-figure/key-figure.ts";
import { besideIds, withLossFacts } from "../../../../domain/loss/beside-sum.ts";
import { lossParts } from "../../../../domain/loss/component-loss.ts";
import { allSafetyKeyFigures } from "../../../../domain/key-figure/safety.ts";
import type { Database, Viewer } from "../../../context.ts";
import { analysis, analysisColumn, plant } from "../../schema/plant.ts";
import { disabledKeyFigure } from "../../schema/provider.ts";
import { isAnalysisSeen, isPlantSeen, type ViewerScope } from "../plant.ts";

/** What images show is no result. */
const coverageIds = coverageKeyFigures.map(({ id }) => id);

const safetyIds = allSafetyKeyFigures().map(({ id }) => id);

/** The uncertainties of losses: part of a loss, whether or not the viewer sees them as key figures. */
const lossUncertaintyIds = technologies.flatMap((technology) =>
  lossParts[technology].flatMap(({ keys }) =>
    keys.flatMap((key) => keyFigureByKey(key)?.uncertainty_by ?? []),
  ),
);
/** What a loss is said with, whether or not the viewer sees it. */
const besideLossIds = [...lossUncertaintyIds, ...besideIds];
const lossUncertainties = new Set(lossUncertaintyIds);

export type NewestColumn = {
  plant_id: number;
  analysis_id: number;
  flown_at: string;
  key_figure_id: number;
  severity_counts: number[];
  mean: number | null;
  value_count: number;
  /** Components by class number, of key figures that can say that a component is dangerous or may be faulty; else null. */
  class_counts: number[] | null;
  /** Whether the viewer sees the key figure. */
  is_offered: boolean;
};

export type NewestColumns = {
  /**
   * Of each type of component, those of the newest analysis that measured it, and what judges it of the newest one that
   * has that: a survey of mirrors says nothing of tubes, and one of dust nothing of hot modules.
   */
  readonly measured: readonly NewestColumn[];
  /** Of each type of component, those of the newest analysis from which its lost energy and its ± follow. */
  readonly energy: readonly NewestColumn[];
  /** Of each type, those that can say that a component is dangerous, of the newest analysis that has any of them. */
  readonly safety: readonly NewestColumn[];
};

/** The columns of each plant's newest analyses with results, of those that the viewer sees, by plant. */
export async function readNewestColumns(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "show_all_key_figures">,
): Promise<Map<number, NewestColumns>> {
  const rows = await readNewestByKeyFigure(db, viewer);
  const byType = (some: readonly NewestColumn[]) =>
    [...Map.groupBy(some, typeOf).values()].flatMap(ofNewest);
  return new Map(
    [...Map.groupBy(rows, ({ plant_id }) => plant_id)].map(([plant_id, all]) => {
      const own = all.filter(
        ({ key_figure_id, is_offered }) => is_offered && !lossUncertainties.has(key_figure_id),
      );
      return [
        plant_id,
        {
          measured: [...new Set([...byType(own), ...byType(own.filter(isJudge))])],
          energy: energyParts.flatMap((parts) => energyOf(all, parts)),
          safety: byType(own.filter(({ key_figure_id }) => safetyIds.includes(key_figure_id))),
        },
      ];
    }),
  );
}

/** Those of them that are of the newest analysis among them. */
function ofNewest(columns: readonly NewestColumn[]): NewestColumn[] {
  const [first] = columns.toSorted(newestFirst);
  return columns.filter(({ analysis_id }) => analysis_id === first?.analysis_id);
}

/** What judges a component as a whole. */
const isJudge = ({ key_figure_id }: NewestColumn) =>
  keyFigureById(key_figure_id)?.named_by !== undefined;

/** By type of component; a plant has columns of one technology alone. */
const energyParts = technologies.flatMap((technology) => [
  ...Map.groupBy(lossParts[technology], ({ component_type }) => component_type).values(),
]);

/**
 * With the uncertainties that this analysis states: without them the list would say another ± than the plant's summary.
 * What is added to another part is of the same analysis: what an older one found may be repaired.
 */
function energyOf(
  own: readonly NewestColumn[],
  parts: (typeof energyParts)[number],
): readonly NewestColumn[] {
  const idsOf = (some: typeof parts) =>
    some.flatMap(({ keys }) => keys.map((key) => keyFigureByKey(key)!.id));
  const ofIds = (ids: readonly number[]) =>
    own.filter(({ key_figure_id }) => ids.includes(key_figure_id));
  const ids = idsOf(parts);
  const whole = ofIds(idsOf(parts.filter(({ isAdded }) => isAdded !== true)));
  const [first] = ofNewest(whole.length > 0 ? whole : ofIds(ids));
  return ofIds(withLossFacts(ids)).filter(({ analysis_id }) => analysis_id === first?.analysis_id);
}

const typeOf = ({ key_figure_id }: NewestColumn) => keyFigureById(key_figure_id)?.component_type;

function newestFirst(a: NewestColumn, b: NewestColumn): number {
  return Date.parse(b.flown_at) - Date.parse(a.flown_at) || b.analysis_id - a.analysis_id;
}

/** The newest column of each key figure. */
async function readNewestByKeyFigure(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "show_all_key_figures">,
): Promise<NewestColumn[]> {
  const isOffered = seesDisabledKeyFigures(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from ${disabledKeyFigure}
        where ${disabledKeyFigure.plant_id} = ${analysis.plant_id}
          and ${disabledKeyFigure.key_figure_id} = ${analysisColumn.key_figure_id})`;
  const newest = db
    .selectDistinctOn([analysis.plant_id, analysisColumn.key_figure_id], {
      analysis_id: analysis.id,
      plant_id: analysis.plant_id,
      flown_at: analysis.flown_at,
      key_figure_id: analysisColumn.key_figure_id,
      is_offered: isOffered.as("is_offered"),
    })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(analysisColumn, eq(analysisColumn.analysis_id, analysis.id))
    .where(
      and(
        isPlantSeen(viewer),
        isAnalysisSeen(viewer),
        notInArray(analysisColumn.key_figure_id, coverageIds),
        or(inArray(analysisColumn.key_figure_id, besideLossIds), isOffered),
      ),
    )
    .orderBy(
      analysis.plant_id,
      analysisColumn.key_figure_id,
      sql`${analysis.flown_at} desc`,
      sql`${analysis.id} desc`,
    )
    .as("newest");
  return db
    .select({
      plant_id: newest.plant_id,
      analysis_id: newest.analysis_id,
      flown_at: newest.flown_at,
      key_figure_id: analysisColumn.key_figure_id,
      is_offered: newest.is_offered,
      severity_counts: analysisColumn.severity_counts,
      mean: sql<number | null>`(${analysisColumn.summary}->>'mean')::float8`,
      value_count: sql<number>`(${analysisColumn.summary}->>'value_count')::int`,
      class_counts: sql<
        number[] | null
      >`case when ${inArray(analysisColumn.key_figure_id, [...safetyIds, ...besideIds])}
        then ${analysisColumn.summary}->'histogram' end`,
    })
    .from(newest)
    .innerJoin(
      analysisColumn,
      and(
        eq(analysisColumn.analysis_id, newest.analysis_id),
        eq(analysisColumn.key_figure_id, newest.key_figure_id),
      ),
    );
}
