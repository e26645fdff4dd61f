// A table that is shown before it is imported, and what its customer's users said of such tables.
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { mappedTable, type NamedTable } from "../../domain/file-preview/mapped-table.ts";
import { tableWords, type TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import type { TablePreview } from "../../domain/file-preview/table-preview.ts";
import { wideTable } from "../../domain/result-file/csv-reader.ts";
import { rowSteps, type Heads, type Table } from "../../domain/table/table.ts";
import type { Context } from "../context.ts";
import type {
  AskedTablePreview,
  ReadTablePreview,
} from "../../domain/file-preview/read-table-preview.ts";
import { headsOf } from "../file-reader/table/table-reader.ts";
import { requireFound } from "../implement.ts";
import { readMappings, rememberMapping } from "../store/plant/file-mapping.ts";
import { readCustomerOf } from "../store/provider/quota.ts";
import { translateProblem } from "../translate.ts";
import { stepsInTurns } from "../turn.ts";
import type { SentTable } from "./table-upload.ts";

/** Whose tables they are: of the customer of a plant, or of one that has no plant in it. */
type Of = { readonly purpose: TablePurpose } & (
  | { readonly plant_id: number }
  | { readonly customer_id: number }
);

async function customerOf(db: Context["db"], of: Of): Promise<number> {
  if ("customer_id" in of) return of.customer_id;
  return requireFound(await readCustomerOf(db, of.plant_id));
}

/** What users of the plant's customer said in earlier imports. */
export async function rememberedFor({ db }: Pick<Context, "db">, of: Of): Promise<FileMapping[]> {
  return readMappings(db, { customer_id: await customerOf(db, of), purpose: of.purpose });
}

/** Keeps what was said of an import. Call this in its transaction. */
export async function rememberTable(
  db: Context["db"],
  of: Of,
  mapping: FileMapping | undefined,
): Promise<void> {
  if (!mapping) return;
  const customer_id = await customerOf(db, of);
  await rememberMapping(db, { customer_id, purpose: of.purpose, mapping });
}

/**
 * The table with the heads that the reader of the purpose knows.
 * @throws FILE_REFUSED with the line of the fault
 */
export async function namedTable(
  table: Table,
  mapping: FileMapping | undefined,
  {
    purpose,
    heads,
    most_rows,
  }: { readonly purpose: TablePurpose; readonly heads: Heads; readonly most_rows: number },
): Promise<NamedTable> {
  if (!mapping) return { table, notes: [] };
  const asked = { heads, most: wideTable, most_rows };
  return stepsInTurns(mappedTable(table, mapping, tableWords[purpose], asked));
}

/** Passes the rows of an opened table. */
export const rowsOfTable =
  ({ table, heads }: Pick<SentTable, "table" | "heads">): AskedTablePreview["rows"] =>
  (take) =>
    stepsInTurns(rowSteps(table, take, headsOf(heads), { most: wideTable, isGuessed: true }));

export function explainedPreview(
  { viewer }: Pick<Context, "viewer">,
  { faults, notes, ...read }: ReadTablePreview,
): TablePreview {
  const words = (problem: ReadTablePreview["faults"][number]) =>
    translateProblem(viewer.locale, problem);
  return { ...read, faults: faults.map(words), notes: notes.map(words) };
}
