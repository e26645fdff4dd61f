// A table whose columns a user named: its head is written as its reader knows it, so that every reader takes it.
import type { Problem } from "../error.ts";
import { bracketOf } from "../table/head-bracket.ts";
import { cellText, rowSteps, type Heads, type HeadNames } from "../table/table.ts";
import type { Table, TableRow, TakeRow } from "../table/table.ts";
import type { TableLimits } from "../result-file/csv-reader.ts";
import { mappedColumns, type FileMapping } from "./file-mapping.ts";

/** How the reader of a purpose understands heads. */
export type TableWords = {
  /** The meaning of each column by the heads alone; null where it has none. */
  readonly own: (heads: readonly string[]) => readonly (string | null)[];
  /**
   * A meaning as its reader knows it, with the unit or the zone that the file's head states.
   * @param isPair a day and a clock in two columns are the time together
   */
  readonly head: (meaning: string, head: string, isPair: boolean) => string;
  /** Whether the text in brackets at the head is a note that is taken for no unit. */
  readonly hasNote: (meaning: string, head: string) => boolean;
  /** A column without a meaning that goes to the reader as it is: the reader says that it passes over it. */
  readonly keeps: (head: string) => boolean;
};

const [TIME, CLOCK] = ["time", "clock"];

/** What each column means: as the user said, else by the heads. */
export function meaningsOf(
  heads: readonly string[],
  mapping: FileMapping,
  { own }: TableWords,
): (string | null)[] {
  const said = new Map(
    Object.entries(mapping).flatMap(([meaning, column]) =>
      column === null ? [] : [[column, meaning] as const],
    ),
  );
  const known = own(heads);
  const { [TIME]: time } = mapping;
  // With its day somewhere else, a clock beside it is none.
  const isParted = time !== undefined && time !== heads[known.indexOf(TIME)];
  return heads.map((text, at) => {
    const meaning = said.get(text);
    if (meaning !== undefined) return meaning;
    const other = known[at] ?? null;
    if (other === null || (other === CLOCK && isParted)) return null;
    // Another column has this meaning, or none.
    return mapping[other] === undefined ? other : null;
  });
}

/** The heads as the reader knows them; null for a column that is left out. */
export function mappedHead(
  heads: readonly string[],
  mapping: FileMapping,
  words: TableWords,
): (string | null)[] {
  const meanings = meaningsOf(heads, mapping, words);
  const known = words.own(heads);
  const isPair = meanings.includes(TIME) && meanings.includes(CLOCK);
  return heads.map((text, at) => {
    const meaning = meanings[at] ?? null;
    if (meaning === null) {
      return known[at] === null && text !== "" && words.keeps(text) ? text : null;
    }
    const isOwn = mapping[meaning] !== text;
    const isTime = isPair && (meaning === TIME || meaning === CLOCK);
    if (isOwn && !isTime && !words.hasNote(meaning, text)) return text;
    return words.head(meaning, text, isPair);
  });
}

/** Text in brackets at the heads that is taken for no unit. */
export function headNotes(
  heads: readonly string[],
  mapping: FileMapping,
  words: TableWords,
): Problem[] {
  const meanings = meaningsOf(heads, mapping, words);
  return heads.flatMap((head, at) => {
    const meaning = meanings[at] ?? null;
    if (meaning === null || !words.hasNote(meaning, head)) return [];
    const values = { name: head.slice(0, 80), text: (bracketOf(head)?.text ?? "").slice(0, 80) };
    return [{ reason: "table_head_note", values }];
  });
}

/**
 * Passes the rows of a table with the columns that count; its first row is the head.
 * @param onNote is called with what its heads state and is not taken
 */
export function mappedRows(
  take: TakeRow,
  mapping: FileMapping,
  words: TableWords,
  onNote: (note: Problem) => void,
): TakeRow {
  let kept: readonly number[] | null = null;
  let width = 0;
  return (cells, line) => {
    if (kept === null) {
      const texts = cells.map(cellText);
      for (const note of headNotes(texts, mapping, words)) onNote(note);
      const named = mappedHead(texts, mapping, words);
      // Where no column has a meaning, the reader says what it needs.
      const heads = named.every((head) => head === null) ? cells : named;
      kept = heads.flatMap((head, at) => (head === null ? [] : [at]));
      width = cells.length;
      take(
        kept.map((at) => heads[at]!),
        line,
      );
      return;
    }
    // Cells beyond the head go on: a decimal comma between commas makes one more, which readers refuse.
    const own = kept.flatMap((at) => (at < cells.length ? [cells[at]!] : []));
    take([...own, ...cells.slice(width)], line);
  };
}

/** What the head of a table with this mapping needs; `usual` where the mapping names no column. */
export function mappedHeads<Usual>(mapping: FileMapping, usual: Usual): HeadNames | Usual {
  const columns = mappedColumns(mapping).map((column) => column.toLowerCase());
  return columns.length === 0 ? usual : [columns];
}

/** What the heads of tables need that users of the customer named in earlier imports. */
export const rememberedHeads = (remembered: readonly FileMapping[]): HeadNames =>
  remembered.flatMap((mapping) => mappedHeads<HeadNames>(mapping, []));

/** A table with the heads of its reader, and what its own heads state and is not taken. */
export type NamedTable = { readonly table: Table; readonly notes: readonly Problem[] };

/**
 * Each `yield` is a pause.
 * @param most_rows beyond which no more are read: their reader refuses so many
 * @throws Failure FILE_REFUSED with the line of the fault
 */
export function* mappedTable(
  table: Table,
  mapping: FileMapping,
  words: TableWords,
  {
    heads,
    most,
    most_rows,
  }: { readonly heads: Heads; readonly most: TableLimits; readonly most_rows: number },
): Generator<undefined, NamedTable> {
  const rows: TableRow[] = [];
  const notes: Problem[] = [];
  const keep: TakeRow = (cells, line) => rows.push({ cells, line });
  const pass = mappedRows(keep, mapping, words, (note) => notes.push(note));
  const take: TakeRow = (cells, line) => {
    pass(cells, line);
    // The head, and one row more than its reader takes.
    return rows.length < most_rows + 2;
  };
  yield* rowSteps(table, take, mappedHeads(mapping, heads), { most });
  return { table: rows, notes };
}
