// Publishes a checked result: columns, images and state in one transaction.
import type { ResultImage } from "../../../../domain/analysis/analysis-result.ts";
import { importResultRefusal } from "../../../../domain/analysis/analysis.ts";
import { MISSING_U8, type ColumnValues } from "../../../../domain/column/column.ts";
import { failure } from "../../../../domain/error.ts";
import { keyFigureById } from "../../../../domain/key-figure/key-figure.ts";
import type { Database, Services } from "../../../context.ts";
import { setState, writeHistory } from "./analysis-change.ts";
import {
  listColumns,
  lockAnalysis,
  publishColumns,
  readColumn,
  removeColumns,
  storeColumn,
  storePacked,
  type ColumnRow,
  type StoredColumn,
} from "../column/column.ts";
import { recountColumns } from "../column/column-recount.ts";
import type { ColumnToPublish } from "../column/column-to-publish.ts";
import { faultTypeColumns } from "./fault-type-column.ts";
import {
  publishImages,
  removeEvaluatedImages,
  removeImages,
  type StoredImage,
} from "./result-image.ts";
import { readTwin } from "../twin.ts";
import { endChanges, activeChanges, withChanges } from "./value-change.ts";

export type ResultToPublish = {
  readonly columns: readonly ColumnToPublish[];
  readonly images: readonly StoredImage[];
  readonly delete_before: boolean;
  readonly eval_batch_num: number | null;
  readonly twin_version: number;
  readonly at: Date;
  /** Who imports it; null for the server itself. */
  readonly account_id: number | null;
  /** Of an evaluation: what is written with its values. Key figures that were imported stay as they are. */
  readonly evaluated?: (db: Database) => Promise<void>;
  /** Of a table: what is remembered of its columns. */
  readonly remember?: (db: Database) => Promise<void>;
};

export type PublishedResult = {
  readonly key_figure_ids: readonly number[];
  readonly image_count: ResultImage["id"];
};

/**
 * Publishes the result in one transaction. It either replaces the analysis' results (`delete_before`) or
 * overwrites single values and ends the edits of the same components. Refuses if the analysis was released
 * meanwhile.
 */
export async function publishResult(
  services: Pick<Services, "db" | "files">,
  analysisId: number,
  result: ResultToPublish,
): Promise<PublishedResult> {
  return services.db.transaction(async (db) => {
    const row = await lockAnalysis(db, analysisId);
    if (!row) throw failure("RESOURCE_NOT_FOUND");
    const refusal = importResultRefusal(row, { digitized: true });
    if (refusal) throw failure("CONFLICT", refusal);
    if (result.delete_before) {
      await removeColumns(db, analysisId);
      await removeImages(db, analysisId);
    }
    const before = new Map(
      (await listColumns(db, [analysisId])).map((column) => [column.key_figure_id, column]),
    );
    const stored: StoredColumn[] = [];
    for (const column of result.columns) {
      const known = before.get(column.keyFigure.id);
      if (result.evaluated && known?.is_evaluated === false) continue;
      const storedColumn = known
        ? await mergeColumn(db, services.files, known, column, result.at)
        : await storePacked(services.files, await column.packed());
      stored.push(storedColumn);
    }
    // After those that the file states, which they may complete.
    stored.push(...(await faultTypeColumns(services.files, [...before.values()], stored)));
    const edition = { ...result, is_evaluated: result.evaluated !== undefined };
    await publishColumns(db, analysisId, stored, edition);
    await result.evaluated?.(db);
    await result.remember?.(db);
    const twin = await readTwin(db, row.plant_id);
    const key_figure_ids = stored.map(({ summary }) => summary.key_figure_id);
    const of = { analysis_id: analysisId, key_figure_ids };
    await recountColumns({ db, files: services.files }, row.plant_id, twin, of);
    if (result.evaluated) await removeEvaluatedImages(db, analysisId);
    await publishImages(db, analysisId, result.images);
    const { account_id } = result;
    await writeHistory(db, analysisId, account_id, [
      {
        field: "results",
        old_value: joined([...before.keys()]),
        new_value: joined([...new Set([...before.keys(), ...key_figure_ids])]),
      },
    ]);
    if (row.state === "DATA_COMPLETE_VERIFIED") {
      const change = { from: row.state, to: "PROCESSING" } as const;
      await setState(db, { analysis_id: analysisId, account_id, ...change });
    }
    return {
      key_figure_ids: result.columns.map(({ keyFigure }) => keyFigure.id),
      image_count: result.images.length,
    };
  });
}

/** The names of key figures in the history, or null without any. */
export function joined(ids: readonly number[]): string | null {
  const keys = ids.toSorted((a, b) => a - b).flatMap((id) => keyFigureById(id)?.key ?? []);
  return keys.length === 0 ? null : keys.join(", ");
}

/** Overwrites the imported column with the given values; edits of other components stay. */
async function mergeColumn(
  db: Database,
  files: Services["files"],
  known: ColumnRow,
  { keyFigure, ...column }: ColumnToPublish,
  at: Date,
): Promise<StoredColumn> {
  const { values, given } = await column.values();
  const base = overlay(await readColumn(files, known.base_hash), values, given);
  const edits = await activeChanges(db, known);
  const ended = edits.filter(({ row }) => given[row] === 1).map(({ row }) => row);
  await endChanges(db, known, ended, at);
  const rest = edits.filter(({ row }) => given[row] !== 1);
  const stored = await storeColumn(files, base, keyFigure);
  if (rest.length === 0) return stored;
  const served = await storeColumn(files, withChanges(base, keyFigure, rest), keyFigure);
  return { ...served, base_hash: stored.summary.hash };
}

function overlay(base: ColumnValues, values: ColumnValues, given: Uint8Array): ColumnValues {
  const rows = Math.max(base.length, values.length);
  const merged =
    base instanceof Uint8Array
      ? new Uint8Array(rows).fill(MISSING_U8)
      : new Float32Array(rows).fill(NaN);
  merged.set(base);
  for (let row = 0; row < given.length; row++) {
    if (given[row] === 1) merged[row] = values[row] as number;
  }
  return merged;
}
