// Tasks that nothing will ever run: their entry in the queue is gone.

import { and, inArray, lt, sql } from "drizzle-orm";
import { jobs } from "../../../workers/jobs/index.ts";
import { unfinishedStates } from "../../domain/analysis/task.ts";
import type { Database } from "../context.ts";
import { task } from "../store/schema/plant.ts";
import { endTask, interrupted } from "../job/end-task.ts";
import type { TaskLocks } from "../job/task-lock.ts";

type Found = { readonly words: string; readonly remove: () => Promise<void> };

/** A running process finds these within seconds; without one they wait for ever. */
export async function* ownerlessTasks(
  db: Database,
  locks: TaskLocks,
  before: Date,
): AsyncGenerator<Found> {
  const { rows: queues } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  );
  const queued = new Set<number>();
  if (queues[0]?.there) {
    const { rows } = await db.execute<{ id: number }>(sql`select (data->>'task_id')::int as id
      from pgboss.job where name = 'task' and state in ('created', 'retry', 'active')`);
    for (const { id } of rows) queued.add(id);
  }
  const isOpen = and(
    inArray(task.state, unfinishedStates),
    lt(task.created_at, before.toISOString()),
  );
  for (const { id, name } of await db.select().from(task).where(isOpen)) {
    if (queued.has(id)) continue;
    const job = jobs.find((one) => one.name === name);
    const end = () =>
      endTask(db, job, id, { state: "FAILED", error: null, problems: [interrupted] });
    yield {
      words: `task ${id} (${name}) that no process will run`,
      // A process that runs it all the same holds its lock.
      remove: () => locks.withLock(id, end).then(() => undefined),
    };
  }
}
