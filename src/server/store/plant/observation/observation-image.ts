// Photos of observations: rows here, bytes in the object store.
import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { observationImage as table } from "../../schema/observation.ts";

/** Keys of a photo and of its thumbnail. */
export function newImageKeys(): { readonly object: string; readonly thumb: string } {
  const key = `observation/${randomUUID()}`;
  return { object: key, thumb: `${key}.thumb` };
}

/** The photos of a plant, or of some of its observations, in the order of arrival. */
export function readImageRows(db: Database, plantId: number, observationIds?: readonly number[]) {
  return db
    .select()
    .from(table)
    .where(
      and(
        eq(table.plant_id, plantId),
        // One parameter: a page has thousands.
        observationIds &&
          sql`${table.observation_id} = any(${sql.param([...observationIds])}::int[])`,
      ),
    )
    .orderBy(asc(table.id));
}
export type ImageRow = Awaited<ReturnType<typeof readImageRows>>[number];

/** A photo by its ID, of one observation. */
export async function readImageRow(
  db: Database,
  observationId: number,
  id: number,
): Promise<ImageRow | null> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.observation_id, observationId)));
  return row ?? null;
}

/** The photos of a plant with these IDs of the client, wherever they are. */
export function readSentImages(db: Database, plantId: number, fileIds: readonly string[]) {
  return db
    .select()
    .from(table)
    .where(and(eq(table.plant_id, plantId), inArray(table.file_id, [...fileIds])));
}

/** Stores the photos that the plant does not have yet; answers the keys of those that it stored. */
export async function insertImages(
  db: Database,
  rows: readonly (typeof table.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await db
    .insert(table)
    .values([...rows])
    .onConflictDoNothing({ target: [table.plant_id, table.file_id] })
    .returning({ object: table.object });
  return inserted.map(({ object }) => object);
}

/** False if there is no such photo (any more). */
export async function moveImage(
  db: Database,
  observationId: number,
  id: number,
  to: number,
): Promise<boolean> {
  const moved = await db
    .update(table)
    .set({ observation_id: to })
    .where(and(eq(table.id, id), eq(table.observation_id, observationId)))
    .returning({ id: table.id });
  return moved.length > 0;
}

export async function deleteImage(
  db: Database,
  observationId: number,
  id: number,
): Promise<boolean> {
  const deleted = await db
    .delete(table)
    .where(and(eq(table.id, id), eq(table.observation_id, observationId)))
    .returning({ id: table.id });
  return deleted.length > 0;
}
