// Fair turns in the task queue: customers take turns, however many tasks one of them has launched.
import { sql } from "drizzle-orm";
import type { Database } from "../context.ts";

/**
 * The priority of a new job, 0 or less; the queue takes the highest first, and of equal ones the oldest. Each further
 * task of a customer comes one turn later than its last one, and the first not before the turn that is now. So no customer
 * waits for all tasks of another customer, and no task is passed for ever (start-time fair queueing). Tasks without a
 * plant are those of the provider.
 * @param db with the task stored; the queue's own tables are in the same database
 */
export async function turnOf(db: Database, queue: string, task_id: number): Promise<number> {
  const { rows } = await db.execute<{ turn: number }>(sql`
    with waiting as (
      select job.priority, plant.customer_id
      from pgboss.job
      join task on task.id = (job.data->>'task_id')::int
      left join plant on plant.id = task.plant_id
      where job.name = ${queue} and job.state in ('created', 'retry', 'active')
    ), own as (
      select plant.customer_id
      from task left join plant on plant.id = task.plant_id
      where task.id = ${task_id}
    )
    select least(
      (select coalesce(max(priority), 0) from waiting),
      (select coalesce(min(priority) - 1, 0) from waiting
        where customer_id is not distinct from (select customer_id from own))
    )::int as turn`);
  return rows[0]?.turn ?? 0;
}
