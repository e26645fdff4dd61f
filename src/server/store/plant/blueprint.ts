// Blueprints: their rows and their files.
import { desc, eq, sql } from "drizzle-orm";
import type { Blueprint } from "../../../domain/plant/blueprint.ts";
import type { Database, Services } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { blueprint } from "../schema/provider.ts";

export type BlueprintRow = Blueprint & { readonly object: string };

const columns = {
  id: blueprint.id,
  plant_id: blueprint.plant_id,
  kind: blueprint.kind,
  file_name: blueprint.file_name,
  object: blueprint.object,
  bytes: blueprint.bytes,
  created_at: blueprint.created_at,
  corners: blueprint.corners,
  user_name: sql<string>`coalesce(account_name(${blueprint.created_by}), '')`,
} satisfies ColumnsOf<BlueprintRow>;

/** The plant's blueprints, newest first. */
export function listBlueprints(db: Database, plant_id: number): Promise<BlueprintRow[]> {
  return db
    .select(columns)
    .from(blueprint)
    .where(eq(blueprint.plant_id, plant_id))
    .orderBy(desc(blueprint.created_at), desc(blueprint.id));
}

export async function readBlueprint(db: Database, id: number): Promise<BlueprintRow | null> {
  const [row] = await db.select(columns).from(blueprint).where(eq(blueprint.id, id));
  return row ?? null;
}

export async function insertBlueprint(
  db: Database,
  values: typeof blueprint.$inferInsert,
): Promise<number> {
  const [row] = await db.insert(blueprint).values(values).returning({ id: blueprint.id });
  if (!row) throw new Error("the blueprint was not stored");
  return row.id;
}

/** Deletes the row; false if it was deleted already. */
export async function deleteBlueprint(db: Database, id: number): Promise<boolean> {
  const deleted = await db
    .delete(blueprint)
    .where(eq(blueprint.id, id))
    .returning({ id: blueprint.id });
  return deleted.length === 1;
}

/** Object key of the features of a KML blueprint, as gzipped GeoJSON. */
export function featuresKey(object: string): string {
  return `${object}.geojson.gz`;
}

/** Object key of the image of a GeoTIFF blueprint, as WebP. */
export function pictureKey(object: string): string {
  return `${object}.webp`;
}

/** Removes the file and what was made of it. */
export async function removeBlueprintFiles(
  files: Services["files"],
  object: string,
): Promise<void> {
  await files.remove(object);
  await files.remove(featuresKey(object));
  await files.remove(pictureKey(object));
}
