// Counts tasks that are not finished, to keep one user or customer from filling the queue.
import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Viewer } from "../context.ts";
import { plant, task } from "./schema/plant.ts";

/** @param ownerDb also sees tasks of plants that the viewer does not */
export async function countUnfinishedTasks(
  ownerDb: Database,
  { account_id, customer_id }: Pick<Viewer, "account_id" | "customer_id">,
): Promise<{ own: number; customer: number }> {
  const [row] = await ownerDb
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
