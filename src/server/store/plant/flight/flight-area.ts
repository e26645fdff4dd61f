// Flight areas of plants.
import { and, eq } from "drizzle-orm";
import { failure } from "../../../../domain/error.ts";
import {
  takeOffsWith,
  type FlightArea,
  type FlightPolygons,
} from "../../../../domain/flight/area/flight-area.ts";
import type { PlantForm } from "../../../../domain/plant/plant.ts";
import type { Database } from "../../../context.ts";
import { plant } from "../../schema/plant.ts";

const nullIfEmpty = (polygons: FlightPolygons | null) =>
  polygons?.coordinates.length === 0 ? null : polygons;

/** @throws CONFLICT if somebody has saved since the version was read */
export async function writeFlightArea(
  db: Database,
  plant_id: number,
  { flight_area_version, ...area }: FlightArea,
): Promise<void> {
  const rows = await db
    .update(plant)
    .set({
      flight_polygons: nullIfEmpty(area.flight_polygons),
      no_fly_polygons: nullIfEmpty(area.no_fly_polygons),
      take_off_positions: area.take_off_positions,
      obstacles: area.obstacles,
      flight_area_version: flight_area_version + 1,
    })
    .where(and(eq(plant.id, plant_id), eq(plant.flight_area_version, flight_area_version)))
    .returning({ id: plant.id });
  if (rows.length === 0) throw failure("CONFLICT", { reason: "flight_areas_changed" });
}

/** The columns of a new plant: its take-off position is the first of a list. */
export function withTakeOff({ take_off_position, ...fields }: PlantForm) {
  return { ...fields, take_off_positions: takeOffsWith([], take_off_position ?? null) };
}
