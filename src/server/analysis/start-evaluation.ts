// Stores the task of an evaluation. A process that runs tasks finds it there within seconds.
import { and, eq, inArray } from "drizzle-orm";
import { evaluationTask, unfinishedStates } from "../../domain/analysis/task.ts";
import type { Database } from "../context.ts";
import { analysis, plant, task } from "../store/schema/plant.ts";

type Wanted = {
  readonly analysis_id: number;
  /** Who completed the data; null for the server itself. */
  readonly account_id: number | null;
};

const name = evaluationTask;

/**
 * Call this in the transaction that makes the data complete. It stores the task that evaluates them, unless the
 * plant is still being set up. Returns the ID of the task, or null without one.
 */
export async function startEvaluation(db: Database, wanted: Wanted): Promise<number | null> {
  const [found] = await db
    .select({ setup_phase: plant.setup_phase })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(eq(analysis.id, wanted.analysis_id));
  return found && !found.setup_phase ? launchEvaluation(db, wanted) : null;
}

/** Stores the task, also for a plant that is being set up. If one is not finished, its ID is returned. */
export async function launchEvaluation(
  db: Database,
  { analysis_id, account_id: created_by }: Wanted,
): Promise<number | null> {
  const [found] = await db
    .select({ plant_id: analysis.plant_id })
    .from(analysis)
    .where(eq(analysis.id, analysis_id));
  if (!found) return null;
  const [stored] = await db
    .insert(task)
    .values({ name, input: { analysis_id }, analysis_id, plant_id: found.plant_id, created_by })
    .onConflictDoNothing()
    .returning({ id: task.id });
  return stored?.id ?? readEvaluation(db, analysis_id);
}

/** The task that evaluates the analysis now, or null. */
export async function readEvaluation(db: Database, analysis_id: number): Promise<number | null> {
  const isRunning = inArray(task.state, unfinishedStates);
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.analysis_id, analysis_id), eq(task.name, name), isRunning));
  return row?.id ?? null;
}
