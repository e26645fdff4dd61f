// 3D models of a plant: their rows.
import { and, desc, eq, sql } from "drizzle-orm";
import type { PlantModel } from "../../../domain/model/plant-model.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { plantModel } from "../schema/model.ts";

export type PlantModelRow = PlantModel & { readonly object: string };

const columns = {
  id: plantModel.id,
  plant_id: plantModel.plant_id,
  name: plantModel.name,
  kind: plantModel.kind,
  file_name: plantModel.file_name,
  object: plantModel.object,
  bytes: plantModel.bytes,
  root: plantModel.root,
  version: plantModel.version,
  tile_count: plantModel.tile_count,
  own_place: plantModel.own_place,
  placement: plantModel.placement,
  height_m: plantModel.height_m,
  created_at: plantModel.created_at,
  user_name: sql<string>`coalesce(account_name(${plantModel.created_by}), '')`,
} satisfies ColumnsOf<PlantModelRow>;

/** The plant's models, newest first. */
export function listModels(db: Database, plant_id: number): Promise<PlantModelRow[]> {
  return db
    .select(columns)
    .from(plantModel)
    .where(eq(plantModel.plant_id, plant_id))
    .orderBy(desc(plantModel.created_at), desc(plantModel.id));
}

const ofPlant = (plant_id: number, id: number) =>
  and(eq(plantModel.id, id), eq(plantModel.plant_id, plant_id));

export async function readModel(
  db: Database,
  plant_id: number,
  id: number,
): Promise<PlantModelRow | null> {
  const [row] = await db.select(columns).from(plantModel).where(ofPlant(plant_id, id));
  return row ?? null;
}

export async function insertModel(
  db: Database,
  values: typeof plantModel.$inferInsert,
): Promise<number> {
  const [row] = await db.insert(plantModel).values(values).returning({ id: plantModel.id });
  if (!row) throw new Error("the model was not stored");
  return row.id;
}

/** Changes the row; false if it was deleted meanwhile. */
export async function updateModel(
  db: Database,
  { plant_id, id }: Pick<PlantModel, "plant_id" | "id">,
  change: Partial<Pick<PlantModel, "name" | "placement" | "height_m">>,
): Promise<boolean> {
  const changed = await db
    .update(plantModel)
    .set(change)
    .where(ofPlant(plant_id, id))
    .returning({ id: plantModel.id });
  return changed.length === 1;
}

/** Deletes the row; false if it was deleted already. */
export async function deleteModel(
  db: Database,
  { plant_id, id }: Pick<PlantModel, "plant_id" | "id">,
): Promise<boolean> {
  const deleted = await db
    .delete(plantModel)
    .where(ofPlant(plant_id, id))
    .returning({ id: plantModel.id });
  return deleted.length === 1;
}
