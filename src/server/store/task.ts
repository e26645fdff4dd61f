// Tasks that a viewer sees: their own, and those of plants that they see.
import { and, desc, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { TaskState } from "../../domain/analysis/task.ts";
import type { Database, Viewer } from "../context.ts";
import { isAnalysisSeen, isPlantSeen } from "./plant/plant.ts";
import { analysis, plant, task } from "./schema/plant.ts";

/** Tasks in one list. */
const most = 200;

const columns = {
  task,
  plant_name: plant.name,
  analysis_name: analysis.name,
  user_name: sql<string | null>`account_name(${task.created_by})`,
};

export type TaskRow = typeof task.$inferSelect & {
  readonly plant_name: string | null;
  readonly analysis_name: string | null;
  readonly user_name: string | null;
};

function selectTasks(db: Database, viewer: Viewer, ...conditions: (SQL | undefined)[]) {
  return db
    .select(columns)
    .from(task)
    .leftJoin(plant, eq(plant.id, task.plant_id))
    .leftJoin(analysis, eq(analysis.id, task.analysis_id))
    .where(
      and(
        ...conditions,
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
}

const flat = ({
  task: row,
  ...names
}: Omit<TaskRow, keyof typeof task.$inferSelect> & {
  readonly task: typeof task.$inferSelect;
}): TaskRow => ({ ...row, ...names });

export async function readTask(db: Database, viewer: Viewer, id: number): Promise<TaskRow | null> {
  const [row] = await selectTasks(db, viewer, eq(task.id, id));
  return row ? flat(row) : null;
}

export type TaskFilter = {
  readonly state?: TaskState | undefined;
  /** Those that failed after all tries and were not repeated. */
  readonly dead_letters?: boolean;
};

/** Newest first. */
export async function readTasks(
  db: Database,
  viewer: Viewer,
  { state, dead_letters = false }: TaskFilter = {},
): Promise<TaskRow[]> {
  const rows = await selectTasks(
    db,
    viewer,
    state && eq(task.state, state),
    dead_letters ? and(eq(task.state, "FAILED"), isNull(task.repeated_by)) : undefined,
  )
    .orderBy(desc(task.id))
    .limit(most);
  return rows.map(flat);
}

/** Locks the row until the transaction ends, so that of two requests the second sees what the first did. */
export async function lockTask(db: Database, id: number): Promise<void> {
  await db.select({ id: task.id }).from(task).where(eq(task.id, id)).for("update");
}

/** The task once its row is locked, without a check of rights; null if there is none. */
export async function lockedTask(db: Database, id: number) {
  const [row] = await db.select().from(task).where(eq(task.id, id)).for("update");
  return row ?? null;
}

/** Stores a task with the same input, which the queue finds there. */
export async function repeatTask(
  db: Database,
  { id, name, input, plant_id, analysis_id }: TaskRow,
  created_by: number,
): Promise<number> {
  const [stored] = await db
    .insert(task)
    .values({ name, input, plant_id, analysis_id, created_by })
    .returning({ id: task.id });
  if (!stored) throw new Error("the task was not stored");
  await markRepeated(db, id, stored.id);
  return stored.id;
}

export async function markRepeated(db: Database, id: number, repeated_by: number): Promise<void> {
  await db.update(task).set({ repeated_by }).where(eq(task.id, id));
}
