// The values of an analysis.
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Context } from "../context.ts";
import { listColumns, type ColumnRow } from "../store/plant/column/column.ts";
import { columnValues } from "./column-memory.ts";

/** The values of these key figures by id. Key figures without a column are left out. */
export async function readValues(
  { db, files }: Pick<Context, "db" | "files">,
  analysisId: number,
  keyFigureIds: readonly number[],
): Promise<Map<number, ColumnValues>> {
  const columns = await listColumns(db, [analysisId], keyFigureIds);
  const values = await Promise.all(
    columns.map(
      async (column: ColumnRow) =>
        [column.key_figure_id, await columnValues(files, column.summary.hash)] as const,
    ),
  );
  return new Map(values);
}
