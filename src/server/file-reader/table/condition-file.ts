// What counts of the conditions of a survey: values that a person entered, and the file among the survey's files, read in
// the process of the survey: CSV, or a workbook.
import { wideTable } from "../../../domain/result-file/csv-reader.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import { isConditionHead } from "../../../domain/evaluation/condition-head.ts";
import {
  rowsOfSurvey,
  type CountedLines,
  type FlightTime,
} from "../../../domain/evaluation/condition/counted-rows.ts";
import { joinedRows, type ConditionRow } from "../../../domain/evaluation/condition-record.ts";
import {
  readConditions,
  type ConditionReading,
  type ReadConditions,
} from "../../../domain/evaluation/survey-condition.ts";
import type { TableRow } from "../../../domain/table/table.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readTable, sheetProblem } from "../../table-file/read-table.ts";
import { isWorkbook } from "../../table-file/table-format.ts";

export type SurveyTimes = {
  readonly when: FlightTime;
  /** Of the plant (IANA), assumed for times that state none. */
  readonly time_zone: string;
};

type Counted = {
  readonly rows: readonly ConditionRow[];
  readonly counted: readonly CountedLines[];
  readonly notes: readonly Problem[];
};

/**
 * The rows of the time of the flight, and why others do not count.
 * @param read the bytes of the file; null where the survey has none
 * @throws Failure FILE_REFUSED with every fault of the file
 */
export async function conditionsOfSurvey(
  entered: readonly ConditionRow[],
  file: { readonly name: string; readonly read: () => Promise<Buffer> } | null,
  { when, time_zone }: SurveyTimes,
): Promise<Counted> {
  const known = new Set(entered.map(({ quantity }) => quantity));
  const read = file
    ? await conditionsOfFile(await file.read(), file.name, { time_zone, isAssumed: true, known })
    : null;
  const { rows, lines } = rowsOfSurvey(joinedRows(entered, read?.rows ?? []), when);
  return { rows, counted: lines, notes: file && read ? notesOf(read, file.name) : [] };
}

function notesOf({ notes, night_lines, quantities, rows }: ReadConditions, file: string) {
  const all = [...notes];
  if (night_lines > 0) all.push({ reason: "condition_night", values: { count: night_lines } });
  if (quantities.length > 0 && rows.length === 0 && night_lines === 0)
    all.push({ reason: "condition_file_unused" });
  return all.map((note) => ({ ...note, file }));
}

async function conditionsOfFile(
  bytes: Buffer,
  file: string,
  reading: ConditionReading,
): Promise<ReadConditions> {
  if (!isWorkbook(bytes, file)) {
    const read = readConditions(new Uint8Array(bytes), reading);
    if (read.problems.length === 0) return read;
    throw failure("FILE_REFUSED", ...read.problems.map((problem) => ({ ...problem, file })));
  }
  const sheetRows: TableRow[] = [];
  const asked = { file, heads: isConditionHead, most_columns: wideTable.columns };
  const place = await readTable(bufferSource(file, bytes), asked, (cells, line) => {
    sheetRows.push({ cells, line });
  });
  const read = readConditions(sheetRows, reading);
  if (read.problems.length === 0) return read;
  const placed = read.problems.map((problem) => ({ ...sheetProblem(problem, place), file }));
  throw failure("FILE_REFUSED", ...placed);
}
