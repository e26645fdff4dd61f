// Carried values that do not fit what they were taken from; see decisions/unmeasured.md.

import { eq } from "drizzle-orm";
import { isMissing } from "../../domain/column/column.ts";
import { newerThan } from "../../domain/analysis/unmeasured.ts";
import type { Database } from "../context.ts";
import { readBases, readSurveys, type CarriedRow } from "../store/plant/column/carried-column.ts";
import { columnKey, readColumn } from "../store/plant/column/column.ts";
import { analysis, analysisColumn } from "../store/schema/plant.ts";
import { carriedColumn } from "../store/schema/unmeasured.ts";
import type { Found, Parts } from "./leftover.ts";

export async function* brokenCarried({ files, ownerDb }: Parts): AsyncGenerator<Found> {
  for (const row of await ownerDb.select().from(carriedColumn)) {
    const fault = (await originFault(ownerDb, row)) ?? (await countFault(files, row));
    if (fault === null || !(await isStored(ownerDb, row))) continue;
    const { analysis_id, key_figure_id, source_id } = row;
    const carried = `values of key figure ${key_figure_id} that analysis ${analysis_id}`;
    // Refreshing in the app replaces them.
    yield { words: `${carried} carries from analysis ${source_id} ${fault}` };
  }
}

async function originFault(
  db: Database,
  { analysis_id, key_figure_id, source_id }: CarriedRow,
): Promise<string | null> {
  const [owner] = await db.select().from(analysis).where(eq(analysis.id, analysis_id));
  const surveys = owner ? await readSurveys(db, owner.plant_id) : [];
  const source = surveys.find(({ id }) => id === source_id);
  if (!source) return "come from another plant";
  if (!newerThan(source, surveys).some(({ id }) => id === analysis_id)) {
    return "come from one that is not older";
  }
  const own = await db
    .select({ id: analysisColumn.key_figure_id })
    .from(analysisColumn)
    .where(eq(analysisColumn.analysis_id, analysis_id));
  if (!own.some(({ id }) => id === key_figure_id)) return "stand beside no measured ones";
  if (!(await readBases(db, [analysis_id])).has(analysis_id)) return "have no basis";
  return null;
}

async function countFault(
  files: Parts["files"],
  { hash, value_count }: CarriedRow,
): Promise<string | null> {
  // A missing object is named with its row elsewhere.
  if ((await files.size(columnKey(hash))) === null) return null;
  let count = 0;
  for (const value of await readColumn(files, hash)) if (!isMissing(value)) count += 1;
  return count === value_count ? null : `are ${count}, but counted as ${value_count}`;
}

/** False where a refresh has replaced the row since it was read. */
async function isStored(db: Database, row: CarriedRow): Promise<boolean> {
  const rows = await db
    .select()
    .from(carriedColumn)
    .where(eq(carriedColumn.analysis_id, row.analysis_id));
  return rows.some(({ hash, source_id }) => hash === row.hash && source_id === row.source_id);
}
