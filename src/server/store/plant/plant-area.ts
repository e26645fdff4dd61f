// Creates plants from outlines.
import { sql } from "drizzle-orm";
import type { Technology } from "../../../domain/component/component.ts";
import type { Database } from "../../context.ts";
import { plant } from "../schema/plant.ts";

/** An outline that src/server/twin-file/plant-area.ts has read. */
export type NewPlantArea = {
  readonly name: string;
  readonly nominal_capacity: number | null;
  readonly lon: number;
  readonly lat: number;
  /** A MultiPolygon as GeoJSON. */
  readonly area_json: string;
  readonly area_ha: number;
};

/**
 * A low estimate for a plant with only a known area: Bolinger and Bolinger, "Land
 * Requirements for Utility-Scale PV", IEEE Journal of Photovoltaics 2022, give a median of 0.24 MW
 * (DC) per acre with trackers, which is 0.59 MW per hectare.
 */
const MEGAWATTS_PER_HECTARE = 0.5;
/** PostgreSQL takes 65,535 values in one statement. */
const ROWS_AT_ONCE = 1000;

/** Creates the plants whose names are new for the customer; answers their number. */
export async function insertPlantAreas(
  db: Database,
  areas: readonly NewPlantArea[],
  of: { readonly customer_id: number; readonly technology: Technology },
): Promise<number> {
  return db.transaction(async (transaction) => {
    let created = 0;
    for (let from = 0; from < areas.length; from += ROWS_AT_ONCE) {
      const rows = areas.slice(from, from + ROWS_AT_ONCE).map((area) => ({
        ...of,
        name: area.name,
        nominal_capacity:
          area.nominal_capacity ?? Math.max(0.01, area.area_ha * MEGAWATTS_PER_HECTARE),
        capacity_estimated: area.nominal_capacity === null,
        lon: area.lon,
        lat: area.lat,
        area: sql`${area.area_json}::jsonb`,
        area_ha: area.area_ha,
      }));
      const rowsCreated = await transaction
        .insert(plant)
        .values(rows)
        .onConflictDoNothing({ target: [plant.customer_id, plant.name] })
        .returning({ id: plant.id });
      created += rowsCreated.length;
    }
    return created;
  });
}
