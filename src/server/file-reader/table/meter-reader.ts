// Reads a table of metered energy: a year of quarter-hours has more cells than the server goes through itself.
import { failure, type Problem } from "../../../domain/error.ts";
import { readMeterTable } from "../../../domain/meter/meter-table.ts";
import type { MeterFacts, MeterTable } from "../../../domain/meter/read-meter.ts";
import { wideTable } from "../../../domain/result-file/csv-reader.ts";
import { meterHeads } from "../../../domain/meter/meter-head.ts";
import type { TableRow } from "../../../domain/table/table.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readTable, sheetProblem } from "../../table-file/read-table.ts";
import { isWorkbook } from "../../table-file/table-format.ts";
import { bufferOf } from "../buffer-of.ts";
import type { Reader } from "../reader.ts";

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sheet: string | undefined;
  readonly facts: MeterFacts;
};

/** @throws Failure FILE_REFUSED with everything that is wrong, by line and column */
export const reader: Reader<Input, MeterTable> = async ({ name, bytes, sheet, facts }) => {
  const buffer = bufferOf(bytes);
  if (!isWorkbook(buffer, name)) {
    return settled(readMeterTable(buffer, facts), (problem) => ({ ...problem, file: name }), []);
  }
  const rows: TableRow[] = [];
  const asked = { file: name, heads: meterHeads, sheet, most_columns: wideTable.columns };
  const place = await readTable(bufferSource(name, buffer), asked, (cells, line) => {
    rows.push({ cells, line });
  });
  const placed = (problem: Problem) => ({ ...sheetProblem(problem, place), file: name });
  return settled(readMeterTable(rows, facts), placed, place.notes);
};

function settled(
  { read, problems }: ReturnType<typeof readMeterTable>,
  placed: (problem: Problem) => Problem,
  notes: readonly Problem[],
): MeterTable {
  if (read === null) throw failure("FILE_REFUSED", ...problems.map(placed));
  return { ...read, notes: [...notes, ...read.notes.map(placed)] };
}
