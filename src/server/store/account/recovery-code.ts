// Recovery codes of users with an authenticator app, as hashes. Each is taken once.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { RecoveryCodes } from "../../../domain/account/recovery-code.ts";
import type { Database } from "../../context.ts";
import { recoveryCode } from "../schema/account.ts";

/** The new codes replace all former ones. */
export async function replaceRecoveryCodes(
  db: Database,
  account_id: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.delete(recoveryCode).where(eq(recoveryCode.account_id, account_id));
    if (hashes.length === 0) return;
    await transaction.insert(recoveryCode).values(hashes.map((hash) => ({ account_id, hash })));
  });
}

/** Uses the code up; false if the user has none with this hash, or has used it. */
export async function takeRecoveryCode(
  db: Database,
  account_id: number,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ used_at: at.toISOString() })
    .where(
      and(
        eq(recoveryCode.account_id, account_id),
        eq(recoveryCode.hash, hash),
        isNull(recoveryCode.used_at),
      ),
    )
    .returning({ hash: recoveryCode.hash });
  return taken.length === 1;
}

export async function readRecoveryCodes(db: Database, account_id: number): Promise<RecoveryCodes> {
  const [row] = await db
    .select({
      left: sql<number>`(count(*) filter (where ${recoveryCode.used_at} is null))::int`,
      created_at: sql<string | null>`min(${recoveryCode.created_at})`.mapWith((at) =>
        at === null ? null : new Date(String(at)).toISOString(),
      ),
    })
    .from(recoveryCode)
    .where(eq(recoveryCode.account_id, account_id));
  return row ?? { left: 0, created_at: null };
}
