// Keys that carry a sign-in from the first factor to the second, and single-use sign-in links.
import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { limits } from "../../domain/limits.ts";
import type { Database } from "../context.ts";
import { confirmation } from "./schema/account.ts";
import { hashOf } from "./session.ts";

export type ConfirmationKind = "email_login" | "totp_login" | "demo_sign_in";

export type Confirmation = typeof confirmation.$inferSelect;

/** A code of digits from a secure source, leading zeros kept. */
export function makeCode(): string {
  return String(randomInt(10 ** limits.mailCodeDigits)).padStart(limits.mailCodeDigits, "0");
}

/** The key salts the code: equal codes of two sign-ins are stored differently. */
function hashCode(key: string, code: string): string {
  return createHash("sha256").update(`${key}\n${code}`).digest("base64url");
}

/** Makes a confirmation and answers its key, which is stored nowhere. */
export async function createConfirmation(
  db: Database,
  made: { account_id: number; kind: ConfirmationKind; code: string | null; expires_at: Date },
): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await db.insert(confirmation).values({
    key_hash: hashOf(key),
    account_id: made.account_id,
    kind: made.kind,
    code_hash: made.code === null ? null : hashCode(key, made.code),
    expires_at: made.expires_at.toISOString(),
  });
  return key;
}

const open = (key: string, kind: ConfirmationKind, now: Date) =>
  and(
    eq(confirmation.key_hash, hashOf(key)),
    eq(confirmation.kind, kind),
    isNull(confirmation.used_at),
    lt(confirmation.tries, limits.mailCodeTries),
    gt(confirmation.expires_at, now.toISOString()),
  );

/** Counts a try and answers the confirmation; null where it is unknown, used, too old or burnt. */
export async function tryConfirmation(
  db: Database,
  key: string,
  kind: ConfirmationKind,
  now: Date,
): Promise<Confirmation | null> {
  const [row] = await db
    .update(confirmation)
    .set({ tries: sql`${confirmation.tries} + 1` })
    .where(open(key, kind, now))
    .returning();
  return row ?? null;
}

export function isCodeOf(row: Confirmation, key: string, code: string): boolean {
  return row.code_hash !== null && row.code_hash === hashCode(key, code);
}

/** Uses the confirmation up; false where another request was first. */
export async function useConfirmation(db: Database, key: string, now: Date): Promise<boolean> {
  const used = await db
    .update(confirmation)
    .set({ used_at: now.toISOString() })
    .where(and(eq(confirmation.key_hash, hashOf(key)), isNull(confirmation.used_at)))
    .returning({ kind: confirmation.kind });
  return used.length === 1;
}

/** How often a code may be sent again, and how long to wait in between. */
const resends = { most: 3, pauseMs: 20_000 };

/** Replaces the code of an open confirmation; "wait" too soon or too often, null where not open. */
export async function replaceCode(
  db: Database,
  key: string,
  code: string,
  now: Date,
): Promise<Confirmation | "wait" | null> {
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .select()
      .from(confirmation)
      .where(open(key, "email_login", now))
      .for("update");
    if (!row) return null;
    const sent = (row.payload ?? { resends: 0, at: Date.parse(row.created_at) }) as {
      resends: number;
      at: number;
    };
    if (sent.resends >= resends.most || now.getTime() - sent.at < resends.pauseMs) return "wait";
    await transaction
      .update(confirmation)
      .set({
        code_hash: hashCode(key, code),
        expires_at: new Date(now.getTime() + limits.mailCodeMs).toISOString(),
        payload: { resends: sent.resends + 1, at: now.getTime() },
      })
      .where(eq(confirmation.key_hash, row.key_hash));
    return row;
  });
}

/** Forgets confirmations that ended before. */
export async function sweepConfirmations(db: Database, before: Date): Promise<void> {
  await db.delete(confirmation).where(lt(confirmation.expires_at, before.toISOString()));
}
