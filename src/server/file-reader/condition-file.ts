// The conditions file among the files of a survey, read in the process of the survey: CSV, or a workbook.
import { failure } from "../../domain/error.ts";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import type { ConditionRow } from "../../domain/evaluation/condition-record.ts";
import { readConditions } from "../../domain/evaluation/survey-condition.ts";
import type { TableRow } from "../../domain/table/table.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTable, sheetProblem } from "../table-file/read-table.ts";
import { isWorkbook } from "../table-file/table-format.ts";

/** @throws Failure FILE_REFUSED with every fault of the file */
export async function conditionsOfFile(
  bytes: Buffer,
  file: string,
): Promise<readonly ConditionRow[]> {
  if (!isWorkbook(bytes, file)) {
    const { rows, problems } = readConditions(new Uint8Array(bytes));
    if (problems.length === 0) return rows;
    throw failure("FILE_REFUSED", ...problems.map((problem) => ({ ...problem, file })));
  }
  const sheetRows: TableRow[] = [];
  const asked = { file, heads: isConditionHead };
  const place = await readTable(bufferSource(file, bytes), asked, (cells, line) => {
    sheetRows.push({ cells, line });
  });
  const { rows, problems } = readConditions(sheetRows);
  if (problems.length === 0) return rows;
  const placed = problems.map((problem) => ({ ...sheetProblem(problem, place), file }));
  throw failure("FILE_REFUSED", ...placed);
}
