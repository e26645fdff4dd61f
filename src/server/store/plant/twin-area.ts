// The mean areas of components of twins that an older version has stored: counted once, by housekeeping.
import { and, eq, sql } from "drizzle-orm";
import { meanGroundArea } from "../../../domain/geometry/ground-geometry.ts";
import type { Services } from "../../context.ts";
import { plant, twin } from "../schema/plant.ts";
import { readLevel } from "./twin-object.ts";

type Stores = Pick<Services, "db" | "files" | "log">;

/**
 * Counts them for the current twins of all plants. A twin that cannot be read stays as it is: its object may be back at
 * the next run.
 * @param failed twins that could not be read before: they are not logged again
 */
export async function fillTwinAreas(
  { db, files, log }: Stores,
  failed: Set<string> = new Set(),
): Promise<void> {
  const isLacking = sql`jsonb_path_exists(${twin.manifest}, '$.levels[*] ? (!exists(@.mean_m2))')`;
  const rows = await db
    .select({ plant_id: twin.plant_id, version: twin.version })
    .from(plant)
    .innerJoin(twin, and(eq(twin.plant_id, plant.id), eq(twin.version, plant.twin_version)))
    .where(isLacking);
  for (const { plant_id, version } of rows) {
    const one = and(eq(twin.plant_id, plant_id), eq(twin.version, version));
    try {
      const [row] = await db.select({ manifest: twin.manifest }).from(twin).where(one);
      if (!row) continue;
      const levels = [];
      for (const level of row.manifest.levels) {
        const { geometry } = await readLevel(files, level);
        levels.push({ ...level, mean_m2: meanGroundArea(geometry, row.manifest.origin) });
      }
      await db
        .update(twin)
        .set({ manifest: { ...row.manifest, levels } })
        .where(one);
      failed.delete(`${plant_id} ${version}`);
    } catch (error) {
      if (failed.has(`${plant_id} ${version}`)) continue;
      failed.add(`${plant_id} ${version}`);
      log.error(error, `the areas of the components of plant ${plant_id} could not be counted`);
    }
  }
}
