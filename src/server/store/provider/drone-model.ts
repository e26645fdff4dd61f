// Drone models.
import { asc, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { DroneModel, DroneModelForm } from "../../../domain/provider/drone-model.ts";
import { shippedDroneModels } from "../../../domain/provider/shipped-drone-model.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { drone, droneModel } from "../schema/provider.ts";

/** Creates missing shipped models; existing ones, which staff can edit, stay unchanged. */
export async function writeShippedModels(db: Database): Promise<void> {
  await db
    .insert(droneModel)
    .values([...shippedDroneModels])
    .onConflictDoNothing();
}

/** The models by vendor and name; `id` and `supported` narrow them. */
export function readDroneModels(
  db: Database,
  { id, supported }: { id?: number; supported?: true } = {},
): Promise<DroneModel[]> {
  const condition = id === undefined ? undefined : eq(droneModel.id, id);
  return db
    .select({
      id: droneModel.id,
      key: droneModel.key,
      name: droneModel.name,
      abbreviation: droneModel.abbreviation,
      vendor: droneModel.vendor,
      flight_time: droneModel.flight_time,
      recharge_time: droneModel.recharge_time,
      battery_swap_time: droneModel.battery_swap_time,
      batteries_available: droneModel.batteries_available,
      cameras: droneModel.cameras,
      app_series: droneModel.app_series,
      supported: droneModel.supported,
      // Row-level security limits the count to the viewer's drones. The table names are written out, because
      // drizzle omits them in queries of one table.
      drone_count: sql<number>`(select count(*)::int from ${drone}
        where ${drone}.drone_model_id = ${droneModel}.id)`,
    } satisfies ColumnsOf<DroneModel>)
    .from(droneModel)
    .where(supported ? eq(droneModel.supported, true) : condition)
    .orderBy(asc(droneModel.vendor), asc(droneModel.name));
}

export async function readDroneModel(db: Database, id: number): Promise<DroneModel | null> {
  return (await readDroneModels(db, { id }))[0] ?? null;
}

export async function insertDroneModel(db: Database, form: DroneModelForm): Promise<number> {
  const [row] = await db.insert(droneModel).values(form).returning({ id: droneModel.id });
  if (!row) throw new Error("the drone model was not stored");
  return row.id;
}

export async function updateDroneModel(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof droneModel>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.update(droneModel).set(fields).where(eq(droneModel.id, id));
}

export async function deleteDroneModel(db: Database, id: number): Promise<void> {
  await db.delete(droneModel).where(eq(droneModel.id, id));
}
