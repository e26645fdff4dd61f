// Secret keys, shared by all servers on the same database.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../context.ts";
import { secret } from "../schema/account.ts";

/** The 256-bit key with this name; the first call creates it. */
export async function readSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(secret)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await db.select().from(secret).where(eq(secret.name, name));
  if (!row) throw new Error(`no secret ${name}`);
  return row.value;
}
