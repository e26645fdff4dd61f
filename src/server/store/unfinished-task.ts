// Limits tasks that are not finished, to keep one user or customer from filling the queue.
import { eq, inArray, sql } from "drizzle-orm";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Database, Viewer } from "../context.ts";
import { plant, task } from "./schema/plant.ts";

type Who = Pick<Viewer, "account_id" | "customer_id">;

/** Separate these locks from other advisory locks of the database. */
const CUSTOMER_LOCK = 5_820_131;
const ACCOUNT_LOCK = 5_820_132;

/** @throws TOO_MANY_REQUESTS where the user or the customer has many tasks that are not finished */
export async function refuseManyTasks(ownerDb: Database, viewer: Who): Promise<void> {
  const { own, customer } = await countUnfinishedTasks(ownerDb, viewer);
  const { user, customer: most } = limits.unfinishedTasks;
  if (own >= user || customer >= most) throw tooMany();
}

/**
 * Requires the same of what a request has stored in this transaction. Requests at the same time are all let in by
 * `refuseManyTasks`; here each of them waits for those before it, until they have stored theirs.
 * @param transaction with the task stored, and with nothing left to lock: the wait ends with the transaction of another
 * @param hasFiles whether files were received for it. Others may have filled the room meanwhile, and what was let in is not
 * sent again for that: twice as many are the limit
 * @throws TOO_MANY_REQUESTS
 */
export async function requireTaskRoom(
  transaction: Database,
  viewer: Who,
  hasFiles = false,
): Promise<void> {
  const { account_id, customer_id } = viewer;
  if (customer_id !== null) {
    await transaction.execute(sql`select pg_advisory_xact_lock(${CUSTOMER_LOCK}, ${customer_id})`);
  }
  await transaction.execute(sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}, ${account_id})`);
  const { own, customer } = await countUnfinishedTasks(transaction, viewer);
  const { user, customer: most } = limits.unfinishedTasks;
  const share = hasFiles ? 2 : 1;
  if (own > share * user || customer > share * most) throw tooMany();
}

const tooMany = () => failure("TOO_MANY_REQUESTS", { reason: "tasks_unfinished" });

/** @param db of the owner, or of the viewer, who sees all tasks of the own customer */
async function countUnfinishedTasks(
  db: Database,
  { account_id, customer_id }: Who,
): Promise<{ own: number; customer: number }> {
  const [row] = await db
    .select({
      own: sql<number>`count(*) filter (where ${task.created_by} = ${account_id})`.mapWith(Number),
      customer: sql<number>`count(*) filter (where ${plant.customer_id} = ${customer_id})`.mapWith(
        Number,
      ),
    })
    .from(task)
    .leftJoin(plant, eq(plant.id, task.plant_id))
    .where(inArray(task.state, ["PENDING", "RUNNING"]));
  return row ?? { own: 0, customer: 0 };
}
