// Documentation files that a viewer sees.
import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Document, DocumentChanges } from "../../../domain/provider/document.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { documentFile } from "../schema/provider.ts";
import { isDocumentSeen } from "../viewer-scope.ts";

type ViewerScope = Pick<Viewer, "is_super_admin">;

function read(db: Database, viewer: ViewerScope, condition?: SQL): Promise<Document[]> {
  return db
    .select({
      id: documentFile.id,
      title: documentFile.title,
      file_name: documentFile.file_name,
      description: documentFile.description,
      bytes: documentFile.bytes,
      is_protected: documentFile.is_protected,
      created_at: documentFile.created_at,
      updated_at: documentFile.updated_at,
      created_by: sql<string | null>`account_name(${documentFile.created_by})`,
    } satisfies ColumnsOf<Document>)
    .from(documentFile)
    .where(and(isDocumentSeen(viewer), condition))
    .orderBy(asc(sql`lower(${documentFile.title})`), asc(documentFile.id));
}

/** The documents that the viewer sees, by title. */
export function readDocuments(db: Database, viewer: ViewerScope): Promise<Document[]> {
  return read(db, viewer);
}

export async function readDocument(
  db: Database,
  viewer: ViewerScope,
  id: number,
): Promise<Document | null> {
  return (await read(db, viewer, eq(documentFile.id, id)))[0] ?? null;
}

/** The object key of the file, and its name and size for the download. */
export async function readDocumentObject(db: Database, viewer: ViewerScope, id: number) {
  const [row] = await db
    .select({
      object: documentFile.object,
      file_name: documentFile.file_name,
      bytes: documentFile.bytes,
    })
    .from(documentFile)
    .where(and(eq(documentFile.id, id), isDocumentSeen(viewer)));
  return row ?? null;
}

export async function insertDocument(
  db: Database,
  row: typeof documentFile.$inferInsert,
): Promise<number> {
  const [inserted] = await db.insert(documentFile).values(row).returning({ id: documentFile.id });
  if (!inserted) throw new Error("the document was not stored");
  return inserted.id;
}

export async function updateDocument(
  db: Database,
  id: number,
  fields: DocumentChanges,
): Promise<void> {
  await db
    .update(documentFile)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(documentFile.id, id));
}

/** Deletes the row; answers its object key, or null if it was deleted already. */
export async function deleteDocument(db: Database, id: number): Promise<string | null> {
  const [row] = await db
    .delete(documentFile)
    .where(eq(documentFile.id, id))
    .returning({ object: documentFile.object });
  return row?.object ?? null;
}
