// A table of records that a user sent: shown first, then stored whole or not at all.
import type { Problem } from "../../domain/error.ts";
import { previewTable } from "../../domain/file-preview/read-table-preview.ts";
import { tableWords, type TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import type { TablePreview } from "../../domain/file-preview/table-preview.ts";
import { failure } from "../../domain/error.ts";
import type { HeadNames, Table } from "../../domain/table/table.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { explainedPreview, namedTable, rememberedFor, rowsOfTable } from "./table-preview.ts";
import { receiveTable, type SentTable } from "./table-upload.ts";

type Kind = {
  readonly purpose: TablePurpose;
  readonly heads: HeadNames;
  /** One with more rows is refused. */
  readonly most_rows: number;
  /** Whose mappings are remembered. */
  readonly customer_id: number;
};

type Read<Row> = {
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Problem[];
};
export type ReadRecords<Row> = (table: Table) => Promise<Read<Row>> | Read<Row>;

/** What the table is understood as; nothing is stored. */
export function previewRecords(
  context: Context,
  parts: AsyncIterable<Part>,
  kind: Kind,
  read: ReadRecords<unknown>,
): Promise<TablePreview> {
  const { purpose, heads, customer_id } = kind;
  const remembered = () => rememberedFor(context, { customer_id, purpose });
  const asked = { heads, fields: ["sheet"] as const, purpose, remembered };
  return receiveTable(context, parts, asked, async (sent) => {
    const { table, mapping, placed, notes } = sent;
    const shown = await previewTable({
      rows: rowsOfTable(sent),
      words: tableWords[purpose],
      mapping: mapping ?? null,
      remembered: sent.remembered,
      async read(said) {
        const named = await namedTable(table, said, kind);
        const made = await read(named.table);
        const faults = made.problems.map(placed);
        return {
          result_count: made.rows.length,
          faults,
          notes: [...notes, ...named.notes, ...made.notes],
        };
      },
    });
    return explainedPreview(context, shown);
  });
}

/**
 * The rows that are stored.
 * @param store stores them, in one transaction with `rememberTable`
 * @throws FILE_REFUSED with everything that is wrong in the table
 */
export function takeRecords<Answer>(
  context: Context,
  parts: AsyncIterable<Part>,
  kind: Kind,
  store: (table: Table, sent: SentTable) => Promise<Answer>,
): Promise<Answer> {
  const { purpose, heads } = kind;
  return receiveTable(context, parts, { heads, fields: ["sheet"], purpose }, async (sent) =>
    store((await namedTable(sent.table, sent.mapping, kind)).table, sent),
  );
}

/** @throws FILE_REFUSED where the table has problems */
export function requireRows<Row>({ rows, problems }: Read<Row>, { placed }: SentTable) {
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(placed));
  return rows;
}
