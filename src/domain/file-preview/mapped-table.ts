// A table whose columns a user named: its head is written as its reader knows it, so that every reader takes it.
import { cellText, eachRow, type Heads, type HeadNames } from "../table/table.ts";
import type { Table, TableRow, TakeRow } from "../table/table.ts";
import type { TableLimits } from "../result-file/csv-reader.ts";
import { mappedColumns, type FileMapping } from "./file-mapping.ts";

/** How the reader of a purpose understands heads. */
export type TableWords = {
  /** The meaning of a column by its own head; null where it has none. */
  readonly own: (head: string) => string | null;
  /** The head of a meaning, with the unit that a file states in brackets. */
  readonly head: (meaning: string, unit: string | null) => string;
  /** Columns without a meaning go to the reader as they are, which says that it passes over them. */
  readonly keepsOthers: boolean;
};

const unitOf = (head: string) => /(?:\[([^\]]*)\]|\(([^)]*)\))$/.exec(head.trim());

/** The heads as the reader knows them; null for a column that is left out. */
export function mappedHead(
  heads: readonly string[],
  mapping: FileMapping,
  { own, head, keepsOthers }: TableWords,
): (string | null)[] {
  const said = new Map(
    Object.entries(mapping).flatMap(([meaning, column]) =>
      column === null ? [] : [[column, meaning] as const],
    ),
  );
  return heads.map((text) => {
    const meaning = said.get(text);
    if (meaning !== undefined) {
      const [, square, round] = unitOf(text) ?? [];
      return head(meaning, square ?? round ?? null);
    }
    const known = own(text);
    if (known === null) return keepsOthers && text !== "" ? text : null;
    // Another column has this meaning, or none.
    return mapping[known] === undefined ? text : null;
  });
}

/** Passes the rows of a table with the columns that count; its first row is the head. */
export function mappedRows(take: TakeRow, mapping: FileMapping, words: TableWords): TakeRow {
  let kept: readonly number[] | null = null;
  let width = 0;
  return (cells, line) => {
    if (kept === null) {
      const named = mappedHead(cells.map(cellText), mapping, words);
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
export function mappedHeads<Usual extends Heads | string>(
  mapping: FileMapping,
  usual: Usual,
): HeadNames | Usual {
  const columns = mappedColumns(mapping).map((column) => column.toLowerCase());
  return columns.length === 0 ? usual : [columns];
}

/** @throws Failure FILE_REFUSED with the line of the fault */
export function mappedTable(
  table: Table,
  mapping: FileMapping,
  words: TableWords,
  { heads, most }: { readonly heads: Heads; readonly most: TableLimits },
): Table {
  const rows: TableRow[] = [];
  const take = mappedRows((cells, line) => rows.push({ cells, line }), mapping, words);
  eachRow(table, take, mappedHeads(mapping, heads), { most });
  return rows;
}
