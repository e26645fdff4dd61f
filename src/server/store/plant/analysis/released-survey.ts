// Surveys that customers see, for what is judged by them.
import { and, desc, eq, gte, lte } from "drizzle-orm";
import type { Analysis } from "../../../../domain/analysis/analysis.ts";
import type { Database } from "../../../context.ts";
import { analysis } from "../../schema/plant.ts";

/**
 * Those of the plant that were flown on this day by UTC or later, the newest first. One whose time is still to come has a
 * wrong one, and is none of them.
 * @param day YYYY-MM-DD
 */
export function readReleasedSince(
  db: Database,
  plant_id: number,
  { day, until }: { readonly day: string; readonly until: Date },
): Promise<Pick<Analysis, "id" | "plant_id" | "flown_at">[]> {
  return db
    .select({ id: analysis.id, plant_id: analysis.plant_id, flown_at: analysis.flown_at })
    .from(analysis)
    .where(
      and(
        eq(analysis.plant_id, plant_id),
        eq(analysis.visibility, "released"),
        gte(analysis.flown_at, `${day}T00:00:00Z`),
        lte(analysis.flown_at, until.toISOString()),
      ),
    )
    .orderBy(desc(analysis.flown_at), desc(analysis.id));
}
