// The analyses that use ordered packages.
import { eq, inArray, sql } from "drizzle-orm";
import { plantDate } from "../../../domain/plant/plant-time.ts";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { PackageUser } from "../../../domain/provider/package-use.ts";
import type { Database } from "../../context.ts";
import { analysisProductPackage } from "../schema/analysis.ts";
import { analysis, plant } from "../schema/plant.ts";

/** All analyses of these customers with packages: also those that the viewer does not see use what was ordered. */
export async function readPackageUsers(
  db: Database,
  customer_ids: readonly number[],
): Promise<PackageUser[]> {
  if (customer_ids.length === 0) return [];
  const rows = await db
    .select({
      customer_id: plant.customer_id,
      plant_id: analysis.plant_id,
      flown_at: analysis.flown_at,
      lon: plant.lon,
      lat: plant.lat,
      product_package_ids: sql<
        number[]
      >`array_agg(${analysisProductPackage.product_package_id} order by 1)`,
    })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(analysisProductPackage, eq(analysisProductPackage.analysis_id, analysis.id))
    .where(inArray(plant.customer_id, [...customer_ids]))
    .groupBy(analysis.id, plant.id)
    .orderBy(analysis.flown_at, analysis.id);
  // What was ordered until a day covers what was flown on that day at the plant.
  return rows.map(({ flown_at, lon, lat, ...use }) => ({
    ...use,
    day: plantDate(plantTimeZone({ lon, lat }), flown_at),
  }));
}
