// The settings of losses that a plant has of its own.
import { eq } from "drizzle-orm";
import type { LossSettings } from "../../../domain/loss/loss-settings.ts";
import type { Database } from "../../context.ts";
import { lossSettings } from "../schema/report.ts";

/** Null for a plant with the defaults. */
export async function readLossSettings(
  db: Database,
  plant_id: number,
): Promise<Partial<LossSettings> | null> {
  const [row] = await db
    .select({ values: lossSettings.values })
    .from(lossSettings)
    .where(eq(lossSettings.plant_id, plant_id));
  return row?.values ?? null;
}

export async function storeLossSettings(
  db: Database,
  plant_id: number,
  values: Partial<LossSettings>,
): Promise<void> {
  await db
    .insert(lossSettings)
    .values({ plant_id, values })
    .onConflictDoUpdate({ target: lossSettings.plant_id, set: { values } });
}
