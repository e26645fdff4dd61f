// What people mark in uploaded images, and in pictures of results.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Annotation } from "../../../../domain/image/annotation.ts";
import type { Database } from "../../../context.ts";
import { imageAnnotation, resultAnnotation } from "../../schema/image-annotation.ts";

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

/** A picture of a component’s result, by its content. */
type ResultPicture = {
  readonly analysis_id: number;
  readonly dt_id: string;
  /** Key of its file. */
  readonly full: string;
};

const ofPicture = ({ analysis_id, dt_id, full }: ResultPicture) =>
  and(
    eq(resultAnnotation.analysis_id, analysis_id),
    eq(resultAnnotation.dt_id, dt_id),
    eq(resultAnnotation.picture, full),
  );

/** The oldest first; they have no place of their own. */
export async function readResultAnnotations(
  db: Database,
  picture: ResultPicture & { readonly id: number },
): Promise<Annotation[]> {
  const { id, kind, points, text, created_by, created_at } = resultAnnotation;
  const user_name = sql<string>`coalesce(account_name(${created_by}), '')`;
  const rows = await db
    .select({ id, kind, points, text, user_name, created_at })
    .from(resultAnnotation)
    .where(ofPicture(picture))
    .orderBy(asc(id));
  return rows.map((row) => ({ ...row, image_id: picture.id, place: null }));
}

export const countResultAnnotations = (db: Database, picture: ResultPicture): Promise<number> =>
  db.$count(resultAnnotation, ofPicture(picture));

export async function insertResultAnnotation(
  db: Database,
  row: typeof resultAnnotation.$inferInsert,
): Promise<number> {
  const [stored] = await db
    .insert(resultAnnotation)
    .values(row)
    .returning({ id: resultAnnotation.id });
  return stored!.id;
}

/** False where the picture has no such annotation. */
export async function deleteResultAnnotation(
  db: Database,
  picture: ResultPicture,
  id: number,
): Promise<boolean> {
  const gone = await db
    .delete(resultAnnotation)
    .where(and(ofPicture(picture), eq(resultAnnotation.id, id)))
    .returning({ id: resultAnnotation.id });
  return gone.length > 0;
}
