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
  /** Hash of its content. */
  hash: string;
  /** Components by class number, of key figures that can say that a component is dangerous; else null. */
  class_counts: number[] | null;
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
  const byPlant = Map.groupBy(rows, ({ plant_id }) => plant_id);
  const chosen = [...byPlant.values()].flatMap((all) =>
    energyParts.flatMap((parts) => energyAnalysis(all, parts) ?? []),
  );
  const lossRows = await readLossColumns(db, viewer, [...new Set(chosen)]);
  const ofLoss = Map.groupBy(lossRows, ({ plant_id }) => plant_id);
  const byType = (some: readonly NewestColumn[]) =>
    [...Map.groupBy(some, typeOf).values()].flatMap(ofNewest);
  return new Map(
    [...byPlant].map(([plant_id, all]) => {
      const own = all.filter(({ key_figure_id }) => !lossUncertainties.has(key_figure_id));
      return [
        plant_id,
        {
          measured: [...new Set([...byType(own), ...byType(own.filter(isJudge))])],
          energy: energyParts.flatMap((parts) => {
            const id = energyAnalysis(all, parts);
            const ids = withLossFacts(idsOf(parts));
            return (ofLoss.get(plant_id) ?? []).filter(
              ({ analysis_id, key_figure_id }) => analysis_id === id && ids.includes(key_figure_id),
            );
          }),
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

const idsOf = (parts: (typeof energyParts)[number]) =>
  parts.flatMap(({ keys }) => keys.map((key) => keyFigureByKey(key)!.id));

/** All from which a lost energy and its ± follow. */
const energyIds = withLossFacts(energyParts.flatMap(idsOf));

/**
 * The newest analysis from which the energy of these parts follows; undefined where there is none.
 * What is added to another part is of the same analysis: what an older one found may be repaired.
 */
function energyAnalysis(
  own: readonly NewestColumn[],
  parts: (typeof energyParts)[number],
): number | undefined {
  const ofIds = (ids: readonly number[]) =>
    own.filter(({ key_figure_id }) => ids.includes(key_figure_id));
  const whole = ofIds(idsOf(parts.filter(({ isAdded }) => isAdded !== true)));
  return ofNewest(whole.length > 0 ? whole : ofIds(idsOf(parts)))[0]?.analysis_id;
}

const typeOf = ({ key_figure_id }: NewestColumn) => keyFigureById(key_figure_id)?.component_type;

function newestFirst(a: NewestColumn, b: NewestColumn): number {
  return Date.parse(b.flown_at) - Date.parse(a.flown_at) || b.analysis_id - a.analysis_id;
}

/** What the viewer sees as a key figure. */
const isOfferedTo = (viewer: Parameters<typeof seesDisabledKeyFigures>[0]) =>
  seesDisabledKeyFigures(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from ${disabledKeyFigure}
        where ${disabledKeyFigure.plant_id} = ${analysis.plant_id}
          and ${disabledKeyFigure.key_figure_id} = ${analysisColumn.key_figure_id})`;

const counts = {
  key_figure_id: analysisColumn.key_figure_id,
  severity_counts: analysisColumn.severity_counts,
  mean: sql<number | null>`(${analysisColumn.summary}->>'mean')::float8`,
  value_count: sql<number>`(${analysisColumn.summary}->>'value_count')::int`,
  hash: sql<string>`${analysisColumn.summary}->>'hash'`,
  class_counts: sql<number[] | null>`case when ${inArray(analysisColumn.key_figure_id, safetyIds)}
    then ${analysisColumn.summary}->'histogram' end`,
};

/**
 * The columns of these analyses with which a loss is said. The newest of a key figure may be of another analysis: colours
 * say which modules are there, and nothing of their power.
 */
async function readLossColumns(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "show_all_key_figures">,
  analysisIds: readonly number[],
): Promise<NewestColumn[]> {
  if (analysisIds.length === 0) return [];
  return db
    .select({
      ...counts,
      plant_id: analysis.plant_id,
      analysis_id: analysis.id,
      flown_at: analysis.flown_at,
    })
    .from(analysisColumn)
    .innerJoin(analysis, eq(analysis.id, analysisColumn.analysis_id))
    .where(
      and(
        inArray(analysis.id, [...analysisIds]),
        inArray(analysisColumn.key_figure_id, energyIds),
        or(inArray(analysisColumn.key_figure_id, besideLossIds), isOfferedTo(viewer)),
      ),
    );
}

/** The newest column of each key figure that the viewer sees. */
async function readNewestByKeyFigure(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "show_all_key_figures">,
): Promise<NewestColumn[]> {
  const newest = db
    .selectDistinctOn([analysis.plant_id, analysisColumn.key_figure_id], {
      analysis_id: analysis.id,
      plant_id: analysis.plant_id,
      flown_at: analysis.flown_at,
      key_figure_id: analysisColumn.key_figure_id,
    })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(analysisColumn, eq(analysisColumn.analysis_id, analysis.id))
    .where(
      and(
        isPlantSeen(viewer),
        isAnalysisSeen(viewer),
        notInArray(analysisColumn.key_figure_id, coverageIds),
        isOfferedTo(viewer),
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
      ...counts,
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
