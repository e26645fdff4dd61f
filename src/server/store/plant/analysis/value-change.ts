// The history of manual edits: rows that are applied to the imported column.
import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { ValueChange } from "../../../../domain/analysis/analysis-result.ts";
import {
  MISSING_U8,
  shortest,
  valueAt,
  type ColumnSummary,
  type ColumnValues,
} from "../../../../domain/column/column.ts";
import { storedValue } from "../../../../domain/column/column-codec.ts";
import { failure } from "../../../../domain/error.ts";
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import { limits } from "../../../../domain/limits.ts";
import type { Database, Services } from "../../../context.ts";
import { readColumn, readPlantOfAnalysis, storeColumn, type ColumnRow } from "../column/column.ts";
import { writeHistory } from "./analysis-change.ts";
import { countBases } from "../column/column-recount.ts";
import { readTwin } from "../twin.ts";
import { analysisColumn, valueChange } from "../../schema/plant.ts";

type ColumnOf = { readonly analysis_id: number; readonly key_figure_id: number };

function isOf(column: ColumnOf) {
  return and(
    eq(valueChange.analysis_id, column.analysis_id),
    eq(valueChange.key_figure_id, column.key_figure_id),
  );
}

/** The changes of these columns, newest first; with `dtId` those of one component. */
export async function listChanges(
  db: Database,
  analysisId: number,
  keyFigureIds: readonly number[],
  dtId?: string,
): Promise<ValueChange[]> {
  const rows = await db
    .select({
      change: valueChange,
      // Customers see the names of staff, but nothing else about their accounts.
      user_name: sql<string>`coalesce(account_name(${valueChange.account_id}), '')`,
      undone_by: sql<string | null>`account_name(${valueChange.undone_by})`,
    })
    .from(valueChange)
    .where(
      and(
        eq(valueChange.analysis_id, analysisId),
        inArray(valueChange.key_figure_id, [...keyFigureIds]),
        dtId === undefined ? undefined : eq(valueChange.dt_id, dtId),
      ),
    )
    .orderBy(desc(valueChange.id))
    .limit(limits.historyEntries);
  // The list has every change that is newer than one of its own.
  const held = new Set<string>();
  return rows.map(({ change, user_name, undone_by }) => {
    const value = `${change.key_figure_id} ${change.row}`;
    const changed_again = held.has(value);
    if (change.undone_at === null) held.add(value);
    return {
      id: change.id,
      key_figure_id: change.key_figure_id,
      dt_id: change.dt_id,
      old_value: change.old_value,
      new_value: change.new_value,
      user_name,
      created_at: change.created_at,
      undone_at: change.undone_at,
      undone_by,
      changed_again,
    };
  });
}

/** What the rule of undoing needs to know of a change; null where the column has no such change. */
export async function findChange(
  db: Database,
  column: ColumnOf,
  id: number,
): Promise<(Pick<ValueChange, "undone_at" | "changed_again" | "dt_id"> & { row: number }) | null> {
  const { row, dt_id, undone_at } = valueChange;
  const [change] = await db
    .select({ row, dt_id, undone_at })
    .from(valueChange)
    .where(and(isOf(column), eq(valueChange.id, id)));
  if (!change) return null;
  const [later] = await db
    .select({ id: valueChange.id })
    .from(valueChange)
    .where(
      and(
        isOf(column),
        eq(valueChange.row, change.row),
        gt(valueChange.id, id),
        isNull(valueChange.undone_at),
      ),
    )
    .limit(1);
  return { ...change, changed_again: later !== undefined };
}

/** The column's row, locked until the end of the transaction, so that changes are serialised. */
export async function lockColumn(db: Database, column: ColumnOf): Promise<ColumnRow> {
  const [row] = await db
    .select()
    .from(analysisColumn)
    .where(
      and(
        eq(analysisColumn.analysis_id, column.analysis_id),
        eq(analysisColumn.key_figure_id, column.key_figure_id),
      ),
    )
    .for("update");
  if (!row) throw failure("RESOURCE_NOT_FOUND", { reason: "column_missing" });
  return row;
}

/**
 * Records a change of the value at `row`; null removes the value. The column must be locked.
 * Answers the new summary.
 */
export async function addChange(
  db: Database,
  files: Services["files"],
  column: ColumnRow,
  keyFigure: KeyFigure,
  change: { row: number; dt_id: string; value: number | null; account_id: number },
): Promise<ColumnSummary> {
  const values = await readColumn(files, column.summary.hash);
  const old = valueAt(values, change.row);
  await db.insert(valueChange).values({
    analysis_id: column.analysis_id,
    key_figure_id: column.key_figure_id,
    row: change.row,
    dt_id: change.dt_id,
    old_value: Number.isNaN(old) ? null : shortest(old),
    new_value: change.value,
    account_id: change.account_id,
  });
  await writeHistory(db, column.analysis_id, change.account_id, [
    valueEntry(change.dt_id, keyFigure, Number.isNaN(old) ? null : shortest(old), change.value),
  ]);
  return serveEdited(db, files, column, keyFigure);
}

/** A change of a value in the history of the analysis; the note names the component and the key figure. */
function valueEntry(dtId: string, { key }: KeyFigure, old: number | null, value: number | null) {
  return {
    field: "values",
    old_value: old === null ? null : String(old),
    new_value: value === null ? null : String(value),
    note: `${dtId} ${key}`,
  } as const;
}

/** Undoes one change; the column must be locked. Answers the new summary. */
export async function undoChange(
  db: Database,
  files: Services["files"],
  column: ColumnRow,
  keyFigure: KeyFigure,
  change: { id: number; account_id: number; at: Date },
): Promise<ColumnSummary> {
  const [undone] = await db
    .update(valueChange)
    .set({ undone_at: change.at.toISOString(), undone_by: change.account_id })
    .where(and(isOf(column), eq(valueChange.id, change.id), isNull(valueChange.undone_at)))
    .returning();
  if (undone) {
    const { dt_id, old_value, new_value } = undone;
    await writeHistory(db, column.analysis_id, change.account_id, [
      valueEntry(dt_id, keyFigure, new_value, old_value),
    ]);
  }
  return serveEdited(db, files, column, keyFigure);
}

/** Ends the edits of these rows, because a later import has other values. */
export async function endChanges(
  db: Database,
  column: ColumnOf,
  rows: readonly number[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .update(valueChange)
    .set({ undone_at: at.toISOString() })
    .where(and(isOf(column), isNull(valueChange.undone_at), inArray(valueChange.row, [...rows])));
}

/** The edits that are not undone, oldest first. */
export async function activeChanges(
  db: Database,
  column: ColumnOf,
): Promise<{ row: number; new_value: number | null }[]> {
  return db
    .select({ row: valueChange.row, new_value: valueChange.new_value })
    .from(valueChange)
    .where(and(isOf(column), isNull(valueChange.undone_at)))
    .orderBy(asc(valueChange.id));
}

/** Applies edits to a copy of the base column. The copy is longer if an edit is past its end. */
export function withChanges(
  base: ColumnValues,
  keyFigure: KeyFigure,
  changes: readonly { row: number; new_value: number | null }[],
): ColumnValues {
  const rows = changes.reduce((most, { row }) => Math.max(most, row + 1), base.length);
  const isClasses = base instanceof Uint8Array;
  const values = isClasses
    ? new Uint8Array(rows).fill(MISSING_U8)
    : new Float32Array(rows).fill(NaN);
  values.set(base);
  for (const { row, new_value } of changes) {
    if (new_value === null) values[row] = isClasses ? MISSING_U8 : NaN;
    else values[row] = storedValue(keyFigure, new_value);
  }
  return values;
}

async function serveEdited(
  db: Database,
  files: Services["files"],
  column: ColumnRow,
  keyFigure: KeyFigure,
): Promise<ColumnSummary> {
  const base = await readColumn(files, column.base_hash);
  const served = withChanges(base, keyFigure, await activeChanges(db, column));
  const { id } = await readPlantOfAnalysis(db, column.analysis_id);
  const basisOf = await countBases({ db, files }, id, await readTwin(db, id));
  const stored = await storeColumn(files, served, keyFigure, await basisOf(keyFigure).read());
  const { summary, severity_counts, counted_for } = stored;
  await db
    .update(analysisColumn)
    .set({ summary, severity_counts, counted_for })
    .where(
      and(
        eq(analysisColumn.analysis_id, column.analysis_id),
        eq(analysisColumn.key_figure_id, column.key_figure_id),
      ),
    );
  return summary;
}
