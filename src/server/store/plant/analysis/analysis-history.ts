// The modification history of analyses.
import { desc, eq, sql } from "drizzle-orm";
import type { HistoryEntry } from "../../../../domain/analysis/history.ts";
import type { Problem } from "../../../../domain/error.ts";
import { limits } from "../../../../domain/limits.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { analysisHistory } from "../../schema/plant.ts";

/** Notes of the server are problems that the caller translates. */
type HistoryRow = HistoryEntry & { readonly problem: Problem | null };

/** The newest entries of an analysis, newest first. */
export function readHistory(db: Database, analysis_id: number): Promise<HistoryRow[]> {
  return db
    .select({
      id: analysisHistory.id,
      field: analysisHistory.field,
      old_value: analysisHistory.old_value,
      new_value: analysisHistory.new_value,
      note: analysisHistory.note,
      problem: analysisHistory.problem,
      // Customers see the names of staff, but nothing else about their accounts.
      user_name: sql<string | null>`account_name(${analysisHistory.account_id})`,
      created_at: analysisHistory.created_at,
    } satisfies ColumnsOf<HistoryRow>)
    .from(analysisHistory)
    .where(eq(analysisHistory.analysis_id, analysis_id))
    .orderBy(desc(analysisHistory.id))
    .limit(limits.historyEntries);
}
