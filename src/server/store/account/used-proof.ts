// Proofs of work that opened a call: none opens a second one, at whichever server it is shown.
import { lt } from "drizzle-orm";
import type { Database } from "../../context.ts";
import { usedProof } from "../schema/account.ts";

/** Takes the proof; false where it was taken before. */
export async function takeProof(db: Database, id: string, expires_at: Date): Promise<boolean> {
  const taken = await db
    .insert(usedProof)
    .values({ id, expires_at: expires_at.toISOString() })
    .onConflictDoNothing()
    .returning({ id: usedProof.id });
  return taken.length === 1;
}

/** Forgets proofs that ended before and would be refused by their age. */
export async function sweepProofs(db: Database, before: Date): Promise<void> {
  await db.delete(usedProof).where(lt(usedProof.expires_at, before.toISOString()));
}
