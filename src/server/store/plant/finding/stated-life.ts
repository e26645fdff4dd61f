// What was decided of the findings of a plant, without surveys and orders.
import { and, asc, eq, sql } from "drizzle-orm";
import type { StatedLife } from "../../../../domain/finding/component-state.ts";
import type { Database } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { isLifeSeen, type Seer } from "./finding-life.ts";

/** Decisions without what speaks of surveys and orders; `settled`: of components with a finding that is no work any more. */
export function readStatedLives(
  db: Database,
  viewer: Seer,
  plant_id: number,
  only: "settled" | null,
): Promise<StatedLife[]> {
  const { component_type, dt_id, fault_type, status, done_on } = findingLife;
  const { assignee_id, crew, due_on } = findingLife;
  const settled = sql`(finding_life.component_type, finding_life.dt_id) in (select s.component_type, s.dt_id
    from finding_life s where s.plant_id = ${plant_id} and s.status in ('done', 'verified', 'dismissed'))`;
  return db
    .select({ component_type, dt_id, fault_type, status, done_on, assignee_id, crew, due_on })
    .from(findingLife)
    .where(
      and(
        eq(findingLife.plant_id, plant_id),
        only === null ? undefined : settled,
        isLifeSeen(viewer),
      ),
    )
    .orderBy(asc(findingLife.id));
}
