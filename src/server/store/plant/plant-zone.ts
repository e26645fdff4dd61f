// The time zone of a plant, for photos whose times state none.
import { eq } from "drizzle-orm";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { Database } from "../../context.ts";
import { analysis, plant } from "../schema/plant.ts";

type Of = { readonly plant_id: number } | { readonly analysis_id: number };

/** IANA name; null where the plant or the analysis does not exist. */
export async function readPlantZone(db: Database, of: Of): Promise<string | null> {
  const place = { lon: plant.lon, lat: plant.lat };
  const [row] =
    "plant_id" in of
      ? await db.select(place).from(plant).where(eq(plant.id, of.plant_id))
      : await db
          .select(place)
          .from(analysis)
          .innerJoin(plant, eq(plant.id, analysis.plant_id))
          .where(eq(analysis.id, of.analysis_id));
  return row ? plantTimeZone(row) : null;
}
