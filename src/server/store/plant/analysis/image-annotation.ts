// What people mark in uploaded images.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Annotation } from "../../../../domain/image/annotation.ts";
import type { Database } from "../../../context.ts";
import { imageAnnotation } from "../../schema/image-annotation.ts";

/** The oldest first. */
export async function readAnnotations(db: Database, image_id: number): Promise<Annotation[]> {
  const { id, kind, points, text, place, created_by, created_at } = imageAnnotation;
  return db
    .select({
      id,
      image_id: imageAnnotation.image_id,
      kind,
      points,
      text,
      place,
      user_name: sql<string>`coalesce(account_name(${created_by}), '')`,
      created_at,
    })
    .from(imageAnnotation)
    .where(eq(imageAnnotation.image_id, image_id))
    .orderBy(asc(imageAnnotation.id));
}

export const countAnnotations = (db: Database, image_id: number): Promise<number> =>
  db.$count(imageAnnotation, eq(imageAnnotation.image_id, image_id));

export async function insertAnnotation(
  db: Database,
  row: typeof imageAnnotation.$inferInsert,
): Promise<number> {
  const [stored] = await db
    .insert(imageAnnotation)
    .values(row)
    .returning({ id: imageAnnotation.id });
  return stored!.id;
}

/** False where the image has no such annotation. */
export async function deleteAnnotation(
  db: Database,
  image_id: number,
  id: number,
): Promise<boolean> {
  const gone = await db
    .delete(imageAnnotation)
    .where(and(eq(imageAnnotation.image_id, image_id), eq(imageAnnotation.id, id)))
    .returning({ id: imageAnnotation.id });
  return gone.length > 0;
}
