// When a survey was flown, as its photos and its day say it: only conditions of that time count.
import { and, eq, isNotNull, max, min, sql } from "drizzle-orm";
import { spansOf, type FlightTime } from "../../domain/evaluation/condition/counted-rows.ts";
import { plantDay } from "../../domain/plant/plant-time.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import type { Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { analysisFile } from "../store/schema/analysis-file.ts";
import { analysis, plant } from "../store/schema/plant.ts";

/** With the zone of the plant (IANA). Photos whose zone was assumed do not count. */
export async function readFlightTime(
  db: Database,
  analysis_id: number,
): Promise<{ readonly when: FlightTime; readonly time_zone: string }> {
  const { lon, lat } = plant;
  const [found] = await db
    .select({ flown_at: analysis.flown_at, lon, lat })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(eq(analysis.id, analysis_id));
  const { flown_at, ...place } = requireFound(found);
  const { taken_at, utc_offset } = analysisFile;
  // A survey has thousands of photos, but few minutes.
  const minutes = await db
    .select({ from: min(taken_at), to: max(taken_at) })
    .from(analysisFile)
    .where(
      and(eq(analysisFile.analysis_id, analysis_id), isNotNull(taken_at), isNotNull(utc_offset)),
    )
    .groupBy(sql`date_trunc('minute', ${taken_at})`);
  const taken = minutes.flatMap(({ from, to }) => (from && to ? [from, to] : []));
  const time_zone = plantTimeZone(place);
  const [from, to] = plantDay(time_zone, Date.parse(flown_at)).map((at) =>
    new Date(at).toISOString(),
  );
  return { when: { spans: spansOf(taken), day: { from: from!, to: to! } }, time_zone };
}
