// Used proofs of work. A proof is accepted once by all servers together.
import { lt } from "drizzle-orm";
import type { Database } from "../../context.ts";
import { usedProof } from "../schema/account.ts";

/** Uses up the proof; false if it was used before. */
export async function takeProof(db: Database, id: string, expires_at: Date): Promise<boolean> {
  const taken = await db
    .insert(usedProof)
    .values({ id, expires_at: expires_at.toISOString() })
    .onConflictDoNothing()
    .returning({ id: usedProof.id });
  return taken.length === 1;
}

/** Deletes proofs that expired before; they are refused by their age. */
export async function sweepProofs(db: Database, before: Date): Promise<void> {
  await db.delete(usedProof).where(lt(usedProof.expires_at, before.toISOString()));
}
