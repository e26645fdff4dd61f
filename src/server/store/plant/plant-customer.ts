// Giving a plant to another customer: everything that hangs on it goes along, its users do not.
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { PlantBelongings } from "../../../domain/plant/plant.ts";
import type { Database } from "../../context.ts";
import { readBelongings } from "./plant.ts";
import { account, accountPlant } from "../schema/account.ts";
import { analysis, plant } from "../schema/plant.ts";

/** Ids of the accounts that a plant was assigned to one by one. */
async function readAssigned(db: Database, plant_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: accountPlant.account_id })
    .from(accountPlant)
    .where(eq(accountPlant.plant_id, plant_id))
    .orderBy(accountPlant.account_id);
  return rows.map(({ id }) => id);
}

/**
 * Gives the plant to a customer, with other fields on the way, where `refuse` throws nothing at what
 * belongs to it. Answers the accounts it was assigned to: those of other customers see it no more.
 */
export async function movePlant(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof plant> & { readonly customer_id: number },
  refuse: (belongings: PlantBelongings) => void,
): Promise<number[]> {
  return db.transaction(async (transaction) => {
    await transaction.select({ id: plant.id }).from(plant).where(eq(plant.id, id)).for("update");
    // Nothing is released meanwhile.
    await transaction
      .select({ id: analysis.id })
      .from(analysis)
      .where(eq(analysis.plant_id, id))
      .for("update");
    refuse(await readBelongings(transaction, id));
    const assigned = await readAssigned(transaction, id);
    await transaction.update(plant).set(fields).where(eq(plant.id, id));
    // Whoever has no assignment sees every plant of the own customer. So the last one stays: it names
    // a plant that the user cannot see any more, and leaves none instead of all.
    const hasOther = sql`exists (select 1 from ${accountPlant} other
      join ${plant} on ${plant.id} = other.plant_id
      where other.account_id = ${accountPlant.account_id} and other.plant_id <> ${id}
        and ${plant.customer_id} = (select ${account.customer_id} from ${account}
          where ${account.id} = ${accountPlant.account_id}))`;
    const isForeign = sql`(select ${account.customer_id} from ${account}
      where ${account.id} = ${accountPlant.account_id}) <> ${fields.customer_id}`;
    await transaction
      .delete(accountPlant)
      .where(and(eq(accountPlant.plant_id, id), isForeign, hasOther));
    return assigned;
  });
}
