// Changes of an analysis that follow its state machine, with their history.
import { eq, sql } from "drizzle-orm";
import {
  keepsUploadChoice,
  nextState,
  type StateEvent,
  type StateFacts,
} from "../../../../domain/analysis/analysis-state.ts";
import type { AnalysisState } from "../../../../domain/analysis/analysis.ts";
import type { HistoryField } from "../../../../domain/analysis/history.ts";
import { failure, type Problem } from "../../../../domain/error.ts";
import type { Database } from "../../../context.ts";
import { analysisFile, analysisUpload } from "../../schema/analysis-file.ts";
import { analysis, analysisHistory } from "../../schema/plant.ts";

export type HistoryRow = {
  readonly field: HistoryField;
  readonly old_value?: string | null;
  readonly new_value?: string | null;
  readonly note?: string | null;
  readonly problem?: Problem;
};

/** Writes rows of the history; `account_id` is null for the server itself. */
export async function writeHistory(
  db: Database,
  analysis_id: number,
  account_id: number | null,
  rows: readonly HistoryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(analysisHistory).values(rows.map((row) => ({ ...row, analysis_id, account_id })));
}

/** Select expressions for queries of several tables: how many files of the analysis are stored, and how many uploads run. */
export const uploadCounts = {
  file_count: sql<number>`(select count(*)::int from ${analysisFile}
    where ${analysisFile.analysis_id} = ${analysis.id})`,
  running_uploads: sql<number>`(select count(*)::int from ${analysisUpload}
    where ${analysisUpload.analysis_id} = ${analysis.id} and ${analysisUpload.state} = 'running')`,
};

/**
 * What the state depends on, with the row locked until the transaction ends, so that of two changes at the same
 * time the second sees the first. Null if there is no such analysis.
 */
export async function lockState(db: Database, id: number): Promise<StateFacts | null> {
  const [row] = await db
    .select({ state: analysis.state, drone_id: analysis.drone_id })
    .from(analysis)
    .where(eq(analysis.id, id))
    .for("no key update");
  if (!row) return null;
  // In a statement of its own: that of the lock sees what was there before it waited. The state asks only whether there
  // is one: counting all would make a folder of files cost the square of its files.
  const { rows } = await db.execute<Pick<StateFacts, "file_count" | "running_uploads">>(sql`select
    (exists (select 1 from analysis_file where analysis_id = ${id}))::int as file_count,
    (exists (select 1 from analysis_upload where analysis_id = ${id} and state = 'running'))::int
      as running_uploads`);
  return { ...row, file_count: 0, running_uploads: 0, ...rows[0] };
}

/** Whether the data are complete once the last upload has finished. */
export async function readCompleteAfterUpload(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .select({ is_chosen: analysis.complete_after_upload })
    .from(analysis)
    .where(eq(analysis.id, id));
  return row?.is_chosen ?? false;
}

/**
 * Changes the state by an event, in the caller's transaction, and writes the history.
 * @throws CONFLICT with the reason where the table refuses the event.
 */
export async function changeState(
  db: Database,
  { analysis_id, event, account_id }: ChangeOfState,
): Promise<AnalysisState> {
  const facts = await lockState(db, analysis_id);
  if (!facts) throw failure("RESOURCE_NOT_FOUND");
  const next = nextState(event, facts);
  if ("refusal" in next) throw failure("CONFLICT", next.refusal);
  await setState(db, { analysis_id, account_id, from: facts.state, to: next.state });
  return next.state;
}

export type ChangeOfState = {
  readonly analysis_id: number;
  readonly event: StateEvent;
  readonly account_id: number | null;
};

/** Sets a state that the caller has judged, and writes the history. */
export async function setState(
  db: Database,
  {
    analysis_id,
    account_id,
    from,
    to,
  }: Omit<ChangeOfState, "event"> & {
    readonly from: AnalysisState;
    readonly to: AnalysisState;
  },
): Promise<void> {
  if (from === to) return;
  await db
    .update(analysis)
    .set(keepsUploadChoice(to) ? { state: to } : { state: to, complete_after_upload: sql`false` })
    .where(eq(analysis.id, analysis_id));
  await writeHistory(db, analysis_id, account_id, [
    { field: "state", old_value: from, new_value: to },
  ]);
}
