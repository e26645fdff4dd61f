// The settings of losses that a plant has of its own.
import { eq, inArray } from "drizzle-orm";
import type { LossSettings } from "../../../../domain/loss/loss-settings.ts";
import type { Database } from "../../../context.ts";
import { lossSettings } from "../../schema/report.ts";

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

/** Of several plants; those with the defaults are left out. */
export async function readLossSettingsOf(
  db: Database,
  plant_ids: readonly number[],
): Promise<Map<number, Partial<LossSettings>>> {
  if (plant_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(lossSettings)
    .where(inArray(lossSettings.plant_id, [...plant_ids]));
  return new Map(rows.map(({ plant_id, values }) => [plant_id, values]));
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
