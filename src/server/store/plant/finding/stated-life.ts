// What was decided of the findings of a plant, without surveys and orders.
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { StatedLife } from "../../../../domain/finding/component-state.ts";
import type { Database } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { isLifeSeen, type Seer } from "./finding-life.ts";

/** Rows that are read at once: the library maps them in one go, and other requests have their turn between. */
const PIECE = 5000;

/**
 * Decisions without what speaks of surveys and orders, in pieces by ID; `settled`: of components with a finding that is no
 * work any more.
 */
export async function* readStatedLives(
  db: Database,
  viewer: Seer,
  plant_id: number,
  only: "settled" | null,
): AsyncGenerator<readonly StatedLife[]> {
  const { id, component_type, dt_id, fault_type, status, done_on } = findingLife;
  const { assignee_id, crew, due_on } = findingLife;
  const settled = sql`(finding_life.component_type, finding_life.dt_id) in (select s.component_type, s.dt_id
    from finding_life s where s.plant_id = ${plant_id} and s.status in ('done', 'verified', 'dismissed'))`;
  for (let last = 0; ;) {
    const rows = await db
      .select({ id, component_type, dt_id, fault_type, status, done_on, assignee_id, crew, due_on })
      .from(findingLife)
      .where(
        and(
          eq(findingLife.plant_id, plant_id),
          gt(id, last),
          only === null ? undefined : settled,
          isLifeSeen(viewer),
        ),
      )
      .orderBy(asc(id))
      .limit(PIECE);
    if (rows.length > 0) yield rows;
    if (rows.length < PIECE) return;
    last = rows.at(-1)!.id;
  }
}
