// Moves a plant to another customer, with everything that belongs to it except its users.
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { PlantBelongings } from "../../../domain/plant/plant.ts";
import type { Database } from "../../context.ts";
import { readBelongings, updatePlant } from "./plant.ts";
import { account, accountPlant } from "../schema/account.ts";
import { analysis, plant } from "../schema/plant.ts";
import { savedView } from "../schema/provider.ts";

/** IDs of the accounts to which the plant was assigned individually. */
async function readAssigned(db: Database, plant_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: accountPlant.account_id })
    .from(accountPlant)
    .where(eq(accountPlant.plant_id, plant_id))
    .orderBy(accountPlant.account_id);
  return rows.map(({ id }) => id);
}

/**
 * Moves the plant to a customer and sets other fields, unless `refuse` throws. Answers the accounts to which
 * it was assigned: those of other customers do not see it any more.
 */
export async function movePlant(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof plant> & { readonly customer_id: number },
  refuse: (belongings: PlantBelongings) => void,
): Promise<number[]> {
  return db.transaction(async (transaction) => {
    await transaction.select({ id: plant.id }).from(plant).where(eq(plant.id, id)).for("update");
    // Prevents a concurrent release.
    await transaction
      .select({ id: analysis.id })
      .from(analysis)
      .where(eq(analysis.plant_id, id))
      .for("update");
    refuse(await readBelongings(transaction, id));
    const assigned = await readAssigned(transaction, id);
    // The views that its users have saved were for their own customer.
    await transaction.delete(savedView).where(
      and(
        eq(savedView.plant_id, id),
        sql`${savedView.account_id} in (select ${account.id} from ${account}
          where ${account.customer_id} = (select ${plant.customer_id} from ${plant} where ${plant.id} = ${id}))`,
      ),
    );
    await updatePlant(transaction, id, fields);
    // Users without an assignment see every plant of their customer. So the last assignment stays: the
    // user cannot see its plant any more and sees no plant instead of all.
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
