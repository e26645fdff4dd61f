// The calendar of a plant: days that people state of findings, and the day of a repair.
import { failure } from "../../domain/error.ts";
import type { FindingFields } from "../../domain/finding/finding-life.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import type { Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { beforeFound, type FoundDay } from "../../domain/finding/found-day.ts";
import type { Seer } from "../store/plant/finding/finding-life.ts";
import { readFirstFlights } from "../store/plant/finding/first-flight.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";

/** The day at the plant, YYYY-MM-DD. */
export async function dayAt(db: Database, plant_id: number, at: Date): Promise<string> {
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  return plantDate(zone, at.toISOString());
}

const reasons = { replaced_on: "rma_day_in_future", done_on: "finding_day_in_future" } as const;

/**
 * The day of the first survey that may show each of the findings; none for those whose surveys were deleted. A repair
 * cannot be before it. Which earlier survey showed a fault first is known only where somebody decided something in view of
 * it, so every survey with results counts. Its day is not said to viewers who do not see it (`is_seen`).
 */
export async function foundOn(
  db: Database,
  viewer: Seer,
  plant_id: number,
  finding_ids: readonly number[],
): Promise<Map<number, FoundDay>> {
  if (finding_ids.length === 0) return new Map();
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  const all = await readFirstFlights(db, finding_ids);
  const seen = await readFirstFlights(db, finding_ids, viewer);
  const seenAt = new Map(seen.map(({ id, flown_at }) => [id, flown_at]));
  return new Map(
    all.map(({ id, flown_at }) => {
      const is_seen = seenAt.get(id) === flown_at;
      return [id, { day: plantDate(zone, flown_at), is_seen }];
    }),
  );
}

/** @throws BAD_REQUEST for a day of a repair before the first survey that may show the fault */
export async function checkRepairDay(
  db: Database,
  viewer: Seer,
  plant_id: number,
  finding_ids: readonly number[],
  { done_on }: FindingFields,
): Promise<void> {
  if (done_on === undefined) return;
  const days = [...(await foundOn(db, viewer, plant_id, finding_ids)).values()];
  const last = days.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1);
  if (last === undefined || done_on >= last.day) return;
  throw failure("BAD_REQUEST", { ...beforeFound(last), field: "set.done_on" });
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
