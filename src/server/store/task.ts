// Tasks that a viewer sees: their own, and those of plants that they see.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database, Viewer } from "../context.ts";
import { isAnalysisSeen, isPlantSeen } from "./plant/plant.ts";
import { analysis, plant, task } from "./schema/plant.ts";

export type TaskRow = typeof task.$inferSelect;

export async function readTask(db: Database, viewer: Viewer, id: number): Promise<TaskRow | null> {
  const [row] = await db
    .select({ task })
    .from(task)
    .leftJoin(plant, eq(plant.id, task.plant_id))
    .leftJoin(analysis, eq(analysis.id, task.analysis_id))
    .where(
      and(
        eq(task.id, id),
        or(
          eq(task.created_by, viewer.account_id),
          and(
            viewer.is_admin ? undefined : sql`${plant.id} is not null`,
            // `or` ignores an undefined condition, but undefined means "all" here.
            or(isNull(task.plant_id), isPlantSeen(viewer) ?? sql`true`),
            or(isNull(task.analysis_id), isAnalysisSeen(viewer) ?? sql`true`),
          ),
        ),
      ),
    );
  return row?.task ?? null;
}
