// Stored columns: immutable objects with the hash of their content as key, and rows that refer to them.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { ColumnSummary, ColumnValues } from "../../../../domain/column/column.ts";
import type { Technology } from "../../../../domain/component/component.ts";
import { failure } from "../../../../domain/error.ts";
import { keyFigureById, type KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import { isKept } from "../../../adapters/object-storage.ts";
import type { Database, Services } from "../../../context.ts";
import { columnKey, readColumn } from "./column-object.ts";
import type { CountBasis } from "./column-count.ts";
import { packColumn, type PackedColumn } from "./packed-column.ts";
import { analysis, analysisColumn, plant, valueChange } from "../../schema/plant.ts";

export { columnKey, readColumn };

/** A column in the object store that has no row yet. */
export type StoredColumn = Omit<PackedColumn, "bytes"> & {
  /** Hash of the column without edits; absent if there are none. */
  readonly base_hash?: string;
};

/**
 * Writes the column's object unless an equal one exists. Does not write a row. A caller that fails to write the row leaves
 * the object to the sweep of leftovers: a column of another analysis may have the same content, and rely on it.
 */
export async function storeColumn(
  files: Services["files"],
  values: ColumnValues,
  keyFigure: KeyFigure,
  basis?: CountBasis,
): Promise<StoredColumn> {
  return storePacked(files, await packColumn(values, keyFigure, basis));
}

/** The same for a column that is packed already. */
export async function storePacked(
  files: Services["files"],
  { bytes, ...column }: PackedColumn,
): Promise<StoredColumn> {
  const key = columnKey(column.summary.hash);
  if (!(await isKept(files, key))) await files.put(key, bytes);
  return column;
}

export type ColumnRow = typeof analysisColumn.$inferSelect;

/** The columns of analyses, by analysis and key figure; `keyFigureIds` narrows them. */
export async function listColumns(
  db: Database,
  analysisIds: readonly number[],
  keyFigureIds?: readonly number[],
): Promise<ColumnRow[]> {
  if (analysisIds.length === 0 || keyFigureIds?.length === 0) return [];
  return db
    .select()
    .from(analysisColumn)
    .where(
      and(
        inArray(analysisColumn.analysis_id, [...analysisIds]),
        keyFigureIds && inArray(analysisColumn.key_figure_id, [...keyFigureIds]),
      ),
    )
    .orderBy(asc(analysisColumn.analysis_id), asc(analysisColumn.key_figure_id));
}

/**
 * Locks the analysis for writing until the end of the transaction. Its key stays as it is, so that others may store rows
 * that refer to it: a step of findings would wait for a release that waits for these findings.
 */
export async function lockAnalysis(
  db: Database,
  analysisId: number,
): Promise<typeof analysis.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(analysis)
    .where(eq(analysis.id, analysisId))
    .for("no key update");
  return row;
}

/** The plant of an analysis. */
export async function readPlantOfAnalysis(
  db: Database,
  analysisId: number,
): Promise<{
  id: number;
  technology: Technology;
  nominal_capacity: number;
  mounting_type: typeof plant.$inferSelect.mounting_type;
  module_inclination: number | null;
  lon: number;
  lat: number;
  area: typeof plant.$inferSelect.area;
}> {
  const { id, technology, nominal_capacity, mounting_type, module_inclination, lon, lat, area } =
    plant;
  const power = { nominal_capacity, mounting_type, module_inclination };
  const [row] = await db
    .select({ id, technology, ...power, lon, lat, area })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(eq(analysis.id, analysisId));
  if (!row) throw failure("RESOURCE_NOT_FOUND");
  return row;
}

type Edition = {
  readonly twin_version: number;
  readonly eval_batch_num?: number | null;
  readonly is_evaluated?: boolean;
};

/** Serves stored columns from now on. They replace columns of the same key figures. */
export async function publishColumns(
  db: Database,
  analysisId: number,
  columns: readonly StoredColumn[],
  edition: Edition,
): Promise<void> {
  for (const { summary, severity_counts, counted_for, base_hash } of columns) {
    const row = {
      base_hash: base_hash ?? summary.hash,
      summary,
      severity_counts,
      counted_for,
      twin_version: edition.twin_version,
      eval_batch_num: edition.eval_batch_num ?? null,
      is_evaluated: edition.is_evaluated ?? false,
    };
    await db
      .insert(analysisColumn)
      .values({ analysis_id: analysisId, key_figure_id: summary.key_figure_id, ...row })
      .onConflictDoUpdate({
        target: [analysisColumn.analysis_id, analysisColumn.key_figure_id],
        set: row,
      });
  }
}

/** Removes the columns of an analysis and the history of their edits. */
export async function removeColumns(db: Database, analysisId: number): Promise<void> {
  await db.delete(valueChange).where(eq(valueChange.analysis_id, analysisId));
  await db.delete(analysisColumn).where(eq(analysisColumn.analysis_id, analysisId));
}

/**
 * Writes whole columns of an analysis. They replace those of the same key figures and end their edits. Writes
 * the objects first, then all rows in one transaction. `columns`: values in row order by key-figure ID.
 * @throws RangeError for an unknown key figure or the wrong kind of array
 */
export async function writeColumns(
  services: Pick<Services, "db" | "files">,
  analysisId: number,
  columns: ReadonlyMap<number, ColumnValues>,
  edition: Edition,
): Promise<ColumnSummary[]> {
  const stored: StoredColumn[] = [];
  for (const [id, values] of columns) {
    const keyFigure = keyFigureById(id);
    if (keyFigure === undefined) throw new RangeError(`there is no key figure ${id}`);
    stored.push(await storeColumn(services.files, values, keyFigure));
  }
  await services.db.transaction(async (transaction) => {
    await lockAnalysis(transaction, analysisId);
    if (columns.size > 0) {
      await transaction
        .update(valueChange)
        .set({ undone_at: new Date().toISOString() })
        .where(
          and(
            eq(valueChange.analysis_id, analysisId),
            inArray(valueChange.key_figure_id, [...columns.keys()]),
            isNull(valueChange.undone_at),
          ),
        );
    }
    await publishColumns(transaction, analysisId, stored, edition);
  });
  return stored.map(({ summary }) => summary);
}
