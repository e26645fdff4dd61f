// What is understood of a table with a mapping: its columns, and what the importer of the purpose would make of it.
import { isFailure, type Problem } from "../error.ts";
import {
  columnLetters,
  fitsColumns,
  saidOf,
  withoutMissing,
  type FileMapping,
} from "./file-mapping.ts";
import { meaningsOf, type TableWords } from "./mapped-table.ts";
import type { TablePreview } from "./table-preview.ts";
import { wideTable } from "../result-file/csv-reader.ts";
import { cellText, type TakeRow } from "../table/table.ts";

/** How the answer of the reader differs from that of the call: problems have no words yet. */
export type ReadTablePreview = Omit<TablePreview, "faults" | "notes"> & {
  readonly faults: readonly Problem[];
  readonly notes: readonly Problem[];
};

type Made = Pick<ReadTablePreview, "result_count" | "faults" | "notes">;

export type AskedTablePreview = {
  /** Passes the head and the rows below it. */
  readonly rows: (take: TakeRow) => Promise<void> | void;
  readonly words: TableWords;
  /** What the user said; null where the preview chooses. */
  readonly mapping: FileMapping | null;
  /** What users of the customer said in earlier imports, the newest first. */
  readonly remembered: readonly FileMapping[];
  /** Reads the table as the import would with this mapping, or without one. */
  readonly read: (mapping: FileMapping | undefined) => Promise<Made> | Made;
};

/** No table has more that is read. */
const MOST_COLUMNS = wideTable.columns;
/** Columns beyond these have examples only where they have a meaning. */
const MOST_WITH_EXAMPLES = 100;
const EXAMPLES = 3;
const EXAMPLE_LETTERS = 60;

/** @throws FILE_REFUSED for a file whose rows cannot be read */
export async function previewTable(asked: AskedTablePreview): Promise<ReadTablePreview> {
  const { words, remembered } = asked;
  const { columns, row_count } = await columnsOf(asked.rows);
  const known = new Set(columns.map(({ name }) => name));
  const fitting = remembered.find((one) => fitsColumns(one, known));
  const said = asked.mapping ? withoutMissing(asked.mapping, known) : (fitting ?? {});
  const made = await Promise.resolve()
    .then(() => asked.read(saidOf(said)))
    .catch((error: unknown): Made => {
      if (!isFailure(error) || error.code !== "FILE_REFUSED") throw error;
      return { result_count: 0, faults: error.problems, notes: [] };
    });
  const mapping = wholeMapping([...known], said, words);
  const used = new Set(Object.values(mapping));
  const shown = columns.slice(0, MOST_COLUMNS).map((one, at) => {
    const hasExamples = at < MOST_WITH_EXAMPLES || used.has(one.name);
    return hasExamples ? one : { ...one, examples: [] };
  });
  return {
    columns: shown,
    more_columns: columns.length - shown.length,
    row_count,
    mapping,
    said,
    mapping_source: asked.mapping ? "chosen" : fitting ? "remembered" : "file",
    ...made,
  };
}

/** With the meanings that columns have by their own heads. */
function wholeMapping(
  columns: readonly string[],
  said: FileMapping,
  words: TableWords,
): Record<string, string | null> {
  const whole: Record<string, string | null> = {};
  for (const [at, meaning] of meaningsOf(columns, said, words).entries()) {
    if (meaning !== null) whole[meaning] ??= columns[at]!;
  }
  return { ...whole, ...said };
}

async function columnsOf(rows: AskedTablePreview["rows"]) {
  let head: readonly string[] | null = null;
  let row_count = 0;
  const filled: number[] = [];
  const examples: Set<string>[] = [];
  await rows((cells) => {
    if (head === null) {
      head = cells.map(cellText);
      return;
    }
    row_count += 1;
    for (let at = 0; at < Math.min(cells.length, head.length); at += 1) {
      const text = cellText(cells[at]);
      if (text === "") continue;
      filled[at] = (filled[at] ?? 0) + 1;
      const some = (examples[at] ??= new Set());
      if (some.size < EXAMPLES) some.add(exampleOf(text));
    }
  });
  const heads: readonly string[] = head ?? [];
  const columns = heads.flatMap((name, at) => {
    const isNamed = name !== "" && name.length <= columnLetters && heads.indexOf(name) === at;
    const shown = { name, filled: filled[at] ?? 0, examples: [...(examples[at] ?? [])] };
    return isNamed ? [shown] : [];
  });
  return { columns, row_count };
}

const exampleOf = (text: string) =>
  text
    .slice(0, 4 * EXAMPLE_LETTERS)
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, EXAMPLE_LETTERS);
