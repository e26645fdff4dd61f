// The sizes of its parts that a plant has of its own.
import { eq } from "drizzle-orm";
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import type { Database } from "../../context.ts";
import { twinDimension } from "../schema/model.ts";

/** Null for a plant with the defaults. */
export async function readDimensions(
  db: Database,
  plant_id: number,
): Promise<Partial<Dimensions> | null> {
  const own = eq(twinDimension.plant_id, plant_id);
  const [row] = await db.select({ values: twinDimension.values }).from(twinDimension).where(own);
  return row?.values ?? null;
}

export async function storeDimensions(
  db: Database,
  plant_id: number,
  values: Partial<Dimensions>,
): Promise<void> {
  const row = { plant_id, values };
  const change = { target: twinDimension.plant_id, set: { values } };
  await db.insert(twinDimension).values(row).onConflictDoUpdate(change);
}
