// How many repairs held, counted in the database from the steps of the findings.
import { sql } from "drizzle-orm";
import type { RepairRate } from "../../../../domain/finding/repair-rate.ts";
import type { Database, Viewer } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { isLifeSeen } from "./finding-life.ts";

/**
 * Of each crew and fault type of the plant, among the findings that the viewer sees. A repair begins with a step that
 * says "done" and ends before the next one. The crew is the one that the finding had at that step: a step that was undone
 * later held until then.
 */
export async function readRepairRates(
  db: Database,
  viewer: Pick<Viewer, "is_admin" | "is_super_admin">,
  plant_id: number,
): Promise<RepairRate[]> {
  const { rows } = await db.execute<RepairRate>(sql`
    with change as (
      select c.finding_id, c.step_id, s.kind,
        s.created_at, s.withdrawn_at, c.old_value, c.new_value,
        count(*) filter (where c.new_value = 'done') over (partition by c.finding_id order by c.step_id) as repair
      from finding_step_change c
      join finding_step s on s.id = c.step_id
      join ${findingLife} on finding_life.id = c.finding_id
      where finding_life.plant_id = ${plant_id} and c.field = 'status' and s.undone_at is null
        and ${isLifeSeen(viewer) ?? sql`true`}
    ), repair as (
      select finding_id, repair, min(step_id) as step_id, min(created_at) as done_at,
        (array_agg(new_value order by step_id desc)
          filter (where kind = 'survey' and withdrawn_at is null and old_value in ('done', 'verified')))[1] as verdict,
        repair = max(repair) over (partition by finding_id) as is_last
      from change where repair > 0 group by finding_id, repair
    ), judged as (
      select l.component_type, l.fault_type,
        (select c.new_value from finding_step_change c join finding_step s on s.id = c.step_id
          where c.finding_id = l.id and c.field = 'crew' and c.step_id <= r.step_id
            and (s.undone_at is null or s.undone_at > r.done_at)
          order by c.step_id desc limit 1) as crew,
        case when r.verdict = 'verified' then 'verified' when r.verdict is not null then 'returned'
          when r.is_last and l.status = 'done' then 'to_measure' end as outcome
      from repair r join ${findingLife} l on l.id = r.finding_id
    )
    select crew, component_type, fault_type,
      count(*) filter (where outcome = 'verified')::int as verified,
      count(*) filter (where outcome = 'returned')::int as returned,
      count(*) filter (where outcome = 'to_measure')::int as to_measure
    from judged where outcome is not null
    group by crew, component_type, fault_type
    order by crew nulls last, component_type, fault_type`);
  return rows.map(({ crew, component_type, fault_type, verified, returned, to_measure }) => ({
    crew,
    component_type,
    fault_type,
    verified,
    returned,
    to_measure,
  }));
}
