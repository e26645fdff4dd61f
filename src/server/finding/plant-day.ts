// The calendar of a plant: days that people state of findings, and the day of a repair.
import { failure } from "../../domain/error.ts";
import type { FindingFields } from "../../domain/finding/finding-life.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import type { Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readFirstFlights } from "../store/plant/finding/finding-life.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";

/** The day at the plant, YYYY-MM-DD. */
export async function dayAt(db: Database, plant_id: number, at: Date): Promise<string> {
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  return plantDate(zone, at.toISOString());
}

const reasons = { replaced_on: "rma_day_in_future", done_on: "finding_day_in_future" } as const;

/**
 * When the first survey was flown that may show each of the findings (ISO 8601); none for those whose surveys were
 * deleted. A repair cannot be before it. Which earlier survey showed a fault first is known only where somebody decided
 * something in view of it, so every survey with results counts.
 */
export async function foundAt(
  db: Database,
  finding_ids: readonly number[],
): Promise<Map<number, string>> {
  if (finding_ids.length === 0) return new Map();
  const rows = await readFirstFlights(db, finding_ids);
  return new Map(rows.map(({ id, flown_at }) => [id, flown_at]));
}

/** The day of that survey at the plant, YYYY-MM-DD. */
export async function foundOn(
  db: Database,
  plant_id: number,
  finding_ids: readonly number[],
): Promise<Map<number, string>> {
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  const found = await foundAt(db, finding_ids);
  return new Map([...found].map(([id, at]) => [id, plantDate(zone, at)]));
}

/** @throws BAD_REQUEST for a day of a repair before the first survey that may show the fault */
export async function checkRepairDay(
  db: Database,
  plant_id: number,
  finding_ids: readonly number[],
  { done_on }: FindingFields,
): Promise<void> {
  if (done_on === undefined) return;
  const days = await foundOn(db, plant_id, finding_ids);
  const date = [...days.values()].toSorted().at(-1);
  if (date === undefined || done_on >= date) return;
  throw failure("BAD_REQUEST", {
    reason: "finding_day_before_survey",
    field: "set.done_on",
    values: { date },
  });
}

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
