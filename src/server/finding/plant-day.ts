// The calendar of a plant: days that people state of findings, and the day of a repair.
import { failure } from "../../domain/error.ts";
import type { FindingFields } from "../../domain/finding/finding-life.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import type { Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";

/** The day at the plant, YYYY-MM-DD. */
export async function dayAt(db: Database, plant_id: number, at: Date): Promise<string> {
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  return plantDate(zone, at.toISOString());
}

const reasons = { replaced_on: "rma_day_in_future", done_on: "finding_day_in_future" } as const;

/** @throws BAD_REQUEST for a day that has not begun at the plant */
export async function checkDays(
  db: Database,
  plant_id: number,
  set: FindingFields,
  now: Date,
): Promise<void> {
  for (const field of ["replaced_on", "done_on"] as const) {
    const day = set[field];
    if (day === undefined || day <= (await dayAt(db, plant_id, now))) continue;
    throw failure("BAD_REQUEST", { reason: reasons[field], field: `set.${field}` });
  }
}
