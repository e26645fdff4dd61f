// A table of the conditions of a flight that a user sent: shown first, or imported.
import {
  MOST_CONDITION_LINES,
  MOST_CONDITION_ROWS,
} from "../../domain/evaluation/condition-record.ts";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import { conditionSteps, type ReadConditions } from "../../domain/evaluation/survey-condition.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { tableWords } from "../../domain/file-preview/table-mapping.ts";
import {
  previewTable,
  type ReadTablePreview,
} from "../../domain/file-preview/read-table-preview.ts";
import { stepsInTurns } from "../turn.ts";
import { namedTable, rowsOfTable } from "./table-preview.ts";
import type { SentTable } from "./table-upload.ts";

const purpose = "conditions" as const;
export const askedConditions = { heads: purpose, fields: ["sheet", "time_zone"], purpose } as const;

/** What is wrong is in `problems`. @throws FILE_REFUSED for a file whose rows cannot be read */
export async function readSentConditions(
  { name, table, time_zone }: Pick<SentTable, "name" | "table" | "time_zone">,
  mapping: FileMapping | undefined,
): Promise<ReadConditions> {
  // A row of units may stand below the head.
  const asked = { purpose, heads: isConditionHead, most_rows: MOST_CONDITION_LINES + 1 };
  const named = await namedTable(table, mapping, asked);
  const limits = { time_zone, most_lines: MOST_CONDITION_LINES };
  const found = await stepsInTurns(conditionSteps(named.table, limits));
  const read = { ...found, notes: [...named.notes, ...found.notes] };
  const count = read.rows.length;
  if (count <= MOST_CONDITION_ROWS) return read;
  const values = { count, most: MOST_CONDITION_ROWS };
  return { ...read, problems: [{ reason: "condition_rows", file: name, values }] };
}

export function previewConditions(sent: SentTable): Promise<ReadTablePreview> {
  const { mapping, placed, remembered } = sent;
  return previewTable({
    rows: rowsOfTable(sent),
    words: tableWords.conditions,
    mapping: mapping ?? null,
    remembered,
    async read(said) {
      const { rows, problems, notes } = await readSentConditions(sent, said);
      const faults = problems.map(placed);
      return { result_count: rows.length, faults, notes: [...sent.notes, ...notes] };
    },
  });
}
