// What operations monitoring counts in the database.
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Viewer } from "../../context.ts";
import { isAnalysisSeen, isPlantSeen } from "../plant/plant.ts";
import { analysisUpload } from "../schema/analysis-file.ts";
import { analysis, plant, task } from "../schema/plant.ts";

/** Bytes and connections of the database. */
export async function readDatabaseSize(db: Database) {
  const { rows } = await db.execute<{
    bytes: number;
    connections: number;
    most_connections: number;
  }>(sql`select pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as most_connections`);
  const [row] = rows;
  if (!row) throw new Error("the database did not say its size");
  return row;
}

/** The newest task of each analysis. */
export async function readNewestTasks(
  db: Database,
  analysisIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectDistinctOn([task.analysis_id], { analysis_id: task.analysis_id, id: task.id })
    .from(task)
    .where(inArray(task.analysis_id, [0, ...analysisIds]))
    .orderBy(task.analysis_id, desc(task.id));
  return new Map(
    rows.flatMap(({ analysis_id, id }) => (analysis_id === null ? [] : [[analysis_id, id]])),
  );
}

/** Uploads that have begun and not ended, those that moved last first. */
export function readUploadsUnderWay(db: Database, viewer: Viewer) {
  return db
    .select({
      id: analysisUpload.id,
      analysis_id: analysisUpload.analysis_id,
      analysis_name: analysis.name,
      file_name: analysisUpload.file_name,
      bytes: analysisUpload.bytes,
      offset: analysisUpload.offset,
      user_name: sql<string | null>`account_name(${analysisUpload.account_id})`,
      updated_at: analysisUpload.updated_at,
    })
    .from(analysisUpload)
    .innerJoin(analysis, eq(analysis.id, analysisUpload.analysis_id))
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(and(eq(analysisUpload.state, "running"), isPlantSeen(viewer), isAnalysisSeen(viewer)))
    .orderBy(desc(analysisUpload.updated_at))
    .limit(100);
}
