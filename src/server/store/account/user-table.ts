// What a table of new users is judged by.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database, Viewer } from "../../context.ts";
import { isPlantSeen } from "../plant/plant.ts";
import { account } from "../schema/account.ts";
import { plant } from "../schema/plant.ts";
import { isUserSeen } from "../viewer-scope.ts";

/** The plants of a customer that the viewer sees, by name. */
export function readPlantNames(
  db: Database,
  viewer: Viewer,
  customer_id: number,
): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: plant.id, name: plant.name })
    .from(plant)
    .where(and(eq(plant.customer_id, customer_id), isPlantSeen(viewer)))
    .orderBy(asc(plant.name), asc(plant.id));
}

/** Those of the addresses, in lower case, that users have whom the viewer sees. */
export async function readTakenEmails(
  db: Database,
  viewer: Pick<Viewer, "customer_id">,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: account.email })
    .from(account)
    .where(
      and(inArray(account.email, [...emails]), isNull(account.deleted_at), isUserSeen(viewer)),
    );
  return new Set(rows.map(({ email }) => email));
}
