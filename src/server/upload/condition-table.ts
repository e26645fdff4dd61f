// A table of the conditions of a flight that a user sent: shown first, or imported.
import {
  MOST_CONDITION_LINES,
  MOST_CONDITION_ROWS,
} from "../../domain/evaluation/condition-record.ts";
import { isConditionHead } from "../../domain/evaluation/condition-head.ts";
import { readConditions, type ReadConditions } from "../../domain/evaluation/survey-condition.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { mappedHeads } from "../../domain/file-preview/mapped-table.ts";
import { tableWords } from "../../domain/file-preview/table-mapping.ts";
import type { Heads } from "../../domain/table/table.ts";
import type { Context } from "../context.ts";
import {
  previewTable,
  type ReadTablePreview,
} from "../../domain/file-preview/read-table-preview.ts";
import { namedTable, rememberedFor, rowsOfTable } from "./table-preview.ts";
import type { SentTable } from "./table-upload.ts";

const purpose = "conditions" as const;
export const askedConditions = { heads: purpose, fields: ["sheet", "time_zone"], purpose } as const;

/** What is wrong is in `problems`. @throws FILE_REFUSED for a file whose rows cannot be read */
export function readSentConditions(
  { name, table, time_zone }: Pick<SentTable, "name" | "table" | "time_zone">,
  mapping: FileMapping | undefined,
): ReadConditions {
  const named = namedTable(table, mapping, { purpose, heads: isConditionHead });
  const read = readConditions(named, { time_zone, most_lines: MOST_CONDITION_LINES });
  const count = read.rows.length;
  if (count <= MOST_CONDITION_ROWS) return read;
  const values = { count, most: MOST_CONDITION_ROWS };
  return { ...read, problems: [{ reason: "condition_rows", file: name, values }] };
}

export async function previewConditions(
  context: Pick<Context, "db">,
  plant_id: number,
  sent: SentTable,
): Promise<ReadTablePreview> {
  const { table, mapping, placed } = sent;
  const heads = mappedHeads<Heads>(mapping ?? {}, isConditionHead);
  return previewTable({
    rows: rowsOfTable(table, heads),
    words: tableWords.conditions,
    mapping: mapping ?? null,
    remembered: await rememberedFor(context, { plant_id, purpose }, mapping),
    read(said) {
      const { rows, problems, notes } = readSentConditions(sent, said);
      const faults = problems.map(placed);
      return { result_count: rows.length, faults, notes: [...sent.notes, ...notes] };
    },
  });
}
