// Analysis servers, and which evaluation runs on which.
import { and, asc, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import type {
  AnalysisServer,
  EvaluationReport,
  ServerForm,
  ServerState,
} from "../../../domain/provider/analysis-server.ts";
import { unfinishedStates } from "../../../domain/analysis/task.ts";
import type { Database } from "../../context.ts";
import { task } from "../schema/plant.ts";
import { analysisServer, evaluationRun } from "../schema/server.ts";

/**
 * Evaluations that have not ended, of the server of the outer query. The table names are written out, because
 * drizzle omits them in queries of one table.
 */
const runningTasks = sql<number[]>`array(select ${evaluationRun}.task_id from ${evaluationRun}
  join ${task} on ${task}.id = ${evaluationRun}.task_id
  where ${evaluationRun}.server_id = ${analysisServer}.id and ${inArray(task.state, unfinishedStates)}
  order by 1)`;

const columns = {
  id: analysisServer.id,
  name: analysisServer.name,
  state: analysisServer.state,
  size: analysisServer.size,
  volume_gb: analysisServer.volume_gb,
  locked: analysisServer.locked,
  for_evaluation: analysisServer.for_evaluation,
  state_changed_at: analysisServer.state_changed_at,
  running_tasks: runningTasks,
};

export function readAnalysisServers(db: Database): Promise<AnalysisServer[]> {
  return db.select(columns).from(analysisServer).orderBy(asc(analysisServer.name));
}

/** The row is locked until the transaction ends. */
export async function lockAnalysisServer(db: Database, id: number): Promise<AnalysisServer | null> {
  const [row] = await db
    .select(columns)
    .from(analysisServer)
    .where(eq(analysisServer.id, id))
    .for("update");
  return row ?? null;
}

/** Answers the ID. */
export async function insertAnalysisServer(db: Database, form: ServerForm): Promise<number> {
  const [row] = await db.insert(analysisServer).values(form).returning({ id: analysisServer.id });
  if (!row) throw new Error("the server was not stored");
  return row.id;
}

/** Reports of its evaluations stay. */
export async function removeAnalysisServer(db: Database, id: number): Promise<void> {
  await db.delete(analysisServer).where(eq(analysisServer.id, id));
}

type Changes = Partial<
  Pick<AnalysisServer, "name" | "state" | "size" | "volume_gb" | "locked" | "for_evaluation">
>;

export async function updateAnalysisServer(
  db: Database,
  id: number,
  changes: Changes,
  from?: ServerState,
): Promise<void> {
  const isFrom = from === undefined ? undefined : eq(analysisServer.state, from);
  const isOther = changes.state !== undefined && changes.state !== from;
  await db
    .update(analysisServer)
    .set({ ...changes, ...(isOther && { state_changed_at: sql`now()` }) })
    .where(and(eq(analysisServer.id, id), isFrom));
}

/** The server of the evaluation: the one that it has, or an unlocked one, running before stopped. Null without one. */
export async function takeAnalysisServer(
  db: Database,
  task_id: number,
): Promise<AnalysisServer | null> {
  return db.transaction(async (transaction) => {
    const [own] = await transaction
      .select({ server_id: evaluationRun.server_id })
      .from(evaluationRun)
      .where(eq(evaluationRun.task_id, task_id));
    if (own?.server_id) return lockAnalysisServer(transaction, own.server_id);
    const [free] = await transaction
      .select(columns)
      .from(analysisServer)
      .where(eq(analysisServer.locked, false))
      .orderBy(
        sql`array_position(array['RUNNING', 'STARTING', 'STOPPED', 'STOPPING'], ${analysisServer.state})`,
        asc(analysisServer.id),
      )
      .limit(1)
      .for("update");
    if (!free) return null;
    const server_id = free.id;
    await transaction
      .insert(evaluationRun)
      .values({ task_id, server_id })
      .onConflictDoUpdate({ target: evaluationRun.task_id, set: { server_id } });
    return free;
  });
}

export async function readReport(db: Database, task_id: number): Promise<EvaluationReport | null> {
  const [row] = await db
    .select({ report: evaluationRun.report })
    .from(evaluationRun)
    .where(eq(evaluationRun.task_id, task_id));
  return row?.report ?? null;
}

export async function writeReport(
  db: Database,
  task_id: number,
  report: EvaluationReport,
): Promise<void> {
  await db.update(evaluationRun).set({ report }).where(eq(evaluationRun.task_id, task_id));
}

/**
 * Servers that were started for evaluations which have all ended, but for `task_id`. They are marked as stopping;
 * locked ones stay.
 */
export async function markIdleServers(
  db: Database,
  task_id: number | null,
): Promise<AnalysisServer[]> {
  const others = db
    .select({ id: task.id })
    .from(evaluationRun)
    .innerJoin(task, eq(task.id, evaluationRun.task_id))
    .where(
      and(
        eq(evaluationRun.server_id, analysisServer.id),
        inArray(task.state, unfinishedStates),
        ne(task.id, task_id ?? 0),
      ),
    );
  return db.transaction(async (transaction) => {
    const idle = await transaction
      .select(columns)
      .from(analysisServer)
      .where(
        and(
          eq(analysisServer.for_evaluation, true),
          eq(analysisServer.locked, false),
          ne(analysisServer.state, "STOPPED"),
          notExists(others),
        ),
      )
      .for("update");
    for (const { id } of idle) await updateAnalysisServer(transaction, id, { state: "STOPPING" });
    return idle;
  });
}
