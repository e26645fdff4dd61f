// Reference measurements of analyses.
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { referenceMeasurement as table } from "../../schema/reference-measurement.ts";

/** Newest first; `id` narrows them to one. */
export function readMeasurements(db: Database, analysisId: number, id?: number) {
  return db
    .select({
      id: table.id,
      analysis_id: table.analysis_id,
      component_type: table.component_type,
      dt_id: table.dt_id,
      measured_at: table.measured_at,
      values: table.values,
      acquired_by: table.acquired_by,
      notes: table.notes,
      is_ignored: table.is_ignored,
      created_by: sql<string | null>`account_name(${table.created_by})`,
      created_at: table.created_at,
    })
    .from(table)
    .where(and(eq(table.analysis_id, analysisId), id === undefined ? undefined : eq(table.id, id)))
    .orderBy(desc(table.measured_at), desc(table.id));
}
export type MeasurementRow = Awaited<ReturnType<typeof readMeasurements>>[number];

/** Rows of one insert: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 2000;

export async function insertMeasurements(
  db: Database,
  rows: readonly (typeof table.$inferInsert)[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const inserted = await db
      .insert(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .returning({ id: table.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

/** How many the analysis has. Two who add at once may both be counted before the other. */
export const countMeasurements = (db: Database, analysisId: number): Promise<number> =>
  db.$count(table, eq(table.analysis_id, analysisId));

/** False if there is no such measurement (any more). */
export async function updateMeasurement(
  db: Database,
  analysisId: number,
  id: number,
  fields: Partial<typeof table.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(table)
    .set(fields)
    .where(and(eq(table.analysis_id, analysisId), eq(table.id, id)))
    .returning({ id: table.id });
  return changed.length > 0;
}

export async function deleteMeasurement(
  db: Database,
  analysisId: number,
  id: number,
): Promise<boolean> {
  const deleted = await db
    .delete(table)
    .where(and(eq(table.analysis_id, analysisId), eq(table.id, id)))
    .returning({ id: table.id });
  return deleted.length > 0;
}
