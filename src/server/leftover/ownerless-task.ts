// Tasks that nothing will ever run: their entry in the queue is gone.

import { and, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../context.ts";
import { task } from "../store/schema/plant.ts";
import type { TaskLocks } from "../job/task-lock.ts";

const unfinished = ["PENDING", "RUNNING"] as const;

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
  const isOpen = and(inArray(task.state, unfinished), lt(task.created_at, before.toISOString()));
  for (const { id, name } of await db.select().from(task).where(isOpen)) {
    if (queued.has(id)) continue;
    const end = () =>
      db
        .update(task)
        .set({
          state: "FAILED",
          problems: [{ reason: "task_interrupted" }],
          finished_at: sql`now()`,
        })
        .where(and(sql`${task.id} = ${id}`, inArray(task.state, unfinished)));
    yield {
      words: `task ${id} (${name}) that no process will run`,
      // A process that runs it all the same holds its lock.
      remove: () => locks.withLock(id, end).then(() => undefined),
    };
  }
}
