// Carried values: their columns, and from which columns they were taken.
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { analysis } from "../../schema/plant.ts";
import { carriedBasis, carriedColumn } from "../../schema/unmeasured.ts";

export type CarriedRow = typeof carriedColumn.$inferSelect;

/** By key figure and source. */
export function listCarried(db: Database, analysisId: number): Promise<CarriedRow[]> {
  return db
    .select()
    .from(carriedColumn)
    .where(eq(carriedColumn.analysis_id, analysisId))
    .orderBy(asc(carriedColumn.key_figure_id), asc(carriedColumn.source_id));
}

/** How many values each analysis carries from this one. */
export async function countCarriedFrom(
  db: Database,
  sourceId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({
      analysis_id: carriedColumn.analysis_id,
      count: sql<number>`sum(${carriedColumn.value_count})::int`,
    })
    .from(carriedColumn)
    .where(eq(carriedColumn.source_id, sourceId))
    .groupBy(carriedColumn.analysis_id);
  return new Map(rows.map(({ analysis_id, count }) => [analysis_id, count]));
}

/** Replaces what the analysis carries. */
export async function storeCarried(
  db: Database,
  analysis_id: number,
  rows: readonly CarriedRow[],
  basis: string,
): Promise<void> {
  await db.delete(carriedColumn).where(eq(carriedColumn.analysis_id, analysis_id));
  if (rows.length > 0) await db.insert(carriedColumn).values([...rows]);
  await db
    .insert(carriedBasis)
    .values({ analysis_id, basis })
    .onConflictDoUpdate({ target: carriedBasis.analysis_id, set: { basis } });
}

/** The basis of each of these analyses that has one. */
export async function readBases(
  db: Database,
  analysisIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (analysisIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(carriedBasis)
    .where(inArray(carriedBasis.analysis_id, [...analysisIds]));
  return new Map(rows.map(({ analysis_id, basis }) => [analysis_id, basis]));
}

export type PlantSurvey = Pick<
  typeof analysis.$inferSelect,
  "id" | "name" | "flown_at" | "is_unmeasured_holder"
>;

/** All analyses of the plant, also those that some users do not see. */
export function readSurveys(db: Database, plantId: number): Promise<PlantSurvey[]> {
  const { id, name, flown_at, is_unmeasured_holder } = analysis;
  return db
    .select({ id, name, flown_at, is_unmeasured_holder })
    .from(analysis)
    .where(eq(analysis.plant_id, plantId));
}
