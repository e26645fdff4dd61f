// When the surveys were flown that show the findings of a plant, or may do so.
import { sql } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { analysis } from "../../schema/plant.ts";
import { computedTime } from "../../schema/time.ts";
import { isAnalysisSeen } from "../plant.ts";
import type { Seer } from "./finding-life.ts";

/**
 * When the first survey was flown that may show each finding: the plant's first one with results, or one that is known to
 * show it; with a viewer, of the surveys that they see. Those whose surveys were deleted are left out.
 */
export function readFirstFlights(
  db: Database,
  ids: readonly number[],
  viewer?: Seer,
): Promise<{ id: number; flown_at: string }[]> {
  const seen = (viewer && isAnalysisSeen(viewer)) ?? sql`true`;
  const flown_at = computedTime(sql`(select min(${analysis.flown_at}) from ${analysis}
    where ${analysis.plant_id} = finding_life.plant_id and ${analysis.flown_at} <= now() and ${seen}
      and (${analysis.id} = finding_life.analysis_id
        or ${analysis.id} in (select e.analysis_id from finding_evidence e where e.finding_id = finding_life.id)
        or exists (select 1 from analysis_column c where c.analysis_id = ${analysis.id})))`);
  return db
    .select({ id: findingLife.id, flown_at })
    .from(findingLife)
    .where(sql`${findingLife.id} = any(${sql.param(ids)}::int[])`)
    .then((rows) => rows.flatMap(({ id, flown_at: at }) => (at ? [{ id, flown_at: at }] : [])));
}

/** When the newest survey was flown that is known to show each finding, of those that the viewer sees; none without one. */
export async function readNewestShown(
  db: Database,
  viewer: Seer,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const seen = isAnalysisSeen(viewer) ?? sql`true`;
  // A survey in view of which people decided something shows the finding, also where its severity is not known.
  const flown_at = computedTime(sql`(select max(${analysis.flown_at}) from ${analysis}
    where ${analysis.plant_id} = finding_life.plant_id and ${seen}
      and ((${analysis.id} = finding_life.analysis_id and coalesce(finding_life.severity, 0) > 0)
        or ${analysis.id} in (select e.analysis_id from finding_evidence e
          where e.finding_id = finding_life.id and coalesce(e.severity, 1) > 0)))`);
  const rows = await db
    .select({ id: findingLife.id, flown_at })
    .from(findingLife)
    .where(sql`${findingLife.id} = any(${sql.param(ids)}::int[])`);
  return new Map(rows.flatMap(({ id, flown_at: at }) => (at ? [[id, at] as const] : [])));
}
