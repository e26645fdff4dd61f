// What users of a customer said of the properties of files in earlier imports.
import { and, desc, eq, sql } from "drizzle-orm";
import {
  mappedColumns,
  SHEETS,
  SIZE,
  SYSTEM,
  type FileMapping,
  type FilePurpose,
} from "../../../domain/file-preview/file-mapping.ts";
import type { TablePurpose } from "../../../domain/file-preview/table-mapping.ts";
import type { Database } from "../../context.ts";
import { fileMapping as table } from "../schema/file-mapping.ts";

type Of = { readonly customer_id: number; readonly purpose: FilePurpose | TablePurpose };

/** Older ones are not looked for in a file. */
const MOST = 50;

/** The newest first. */
export async function readMappings(
  db: Database,
  { customer_id, purpose }: Of,
): Promise<FileMapping[]> {
  const rows = await db
    .select({ mapping: table.mapping })
    .from(table)
    .where(and(eq(table.customer_id, customer_id), eq(table.purpose, purpose)))
    .orderBy(desc(table.updated_at), table.columns)
    .limit(MOST);
  return rows.map(({ mapping }) => mapping);
}

/** Keeps a mapping that names a property or a reference system; one without is no help for another file. */
export async function rememberMapping(
  db: Database,
  { customer_id, purpose, mapping: said }: Of & { readonly mapping: FileMapping },
): Promise<void> {
  // The next file may have other components and sheets: they are asked for again.
  const { [SIZE]: _size, [SHEETS]: _sheets, ...mapping } = said;
  const columns = mappedColumns(mapping);
  if (columns.length === 0 && !mapping[SYSTEM]) return;
  await db
    .insert(table)
    .values({ customer_id, purpose, columns: JSON.stringify(columns), mapping })
    .onConflictDoUpdate({
      target: [table.customer_id, table.purpose, table.columns],
      set: { mapping, updated_at: sql`now()` },
    });
}
