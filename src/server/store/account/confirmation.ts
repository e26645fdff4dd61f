// Confirmations: keys that work once, for the second factor of a sign-in, invitations, resets, changes.
import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, count, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { limits } from "../../../domain/limits.ts";
import type { Database } from "../../context.ts";
import { confirmation, confirmationKinds } from "../schema/account.ts";
import { hashOf } from "./session.ts";

export type ConfirmationKind = (typeof confirmationKinds)[number];

export type Confirmation = typeof confirmation.$inferSelect;

/** A random code of digits from a secure source, with leading zeros. */
export function makeCode(): string {
  return String(randomInt(10 ** limits.mailCodeDigits)).padStart(limits.mailCodeDigits, "0");
}

/** The key is the salt, so that equal codes of two sign-ins have different hashes. */
function hashCode(key: string, code: string): string {
  return createHash("sha256").update(`${key}\n${code}`).digest("base64url");
}

type NewConfirmation = {
  readonly account_id: number;
  readonly kind: ConfirmationKind;
  readonly code: string | null;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly now?: Date;
  readonly expires_at: Date;
};

/** Creates a confirmation; answers its key (256 bit). Only the key's hash is stored. */
export async function createConfirmation(db: Database, values: NewConfirmation): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await db.insert(confirmation).values({
    key_hash: hashOf(key),
    account_id: values.account_id,
    kind: values.kind,
    code_hash: values.code === null ? null : hashCode(key, values.code),
    payload: values.payload ?? null,
    ...(values.now && { created_at: values.now.toISOString() }),
    expires_at: values.expires_at.toISOString(),
  });
  return key;
}

const open = (key: string, kinds: readonly ConfirmationKind[], now: Date) =>
  and(
    eq(confirmation.key_hash, hashOf(key)),
    inArray(confirmation.kind, [...kinds]),
    isNull(confirmation.used_at),
    lt(confirmation.tries, limits.mailCodeTries),
    gt(confirmation.expires_at, now.toISOString()),
  );

/** Counts a try; answers the confirmation, or null if it is unknown, used, expired or had too many tries. */
export async function tryConfirmation(
  db: Database,
  key: string,
  kind: ConfirmationKind,
  now: Date,
): Promise<Confirmation | null> {
  const [row] = await db
    .update(confirmation)
    .set({ tries: sql`${confirmation.tries} + 1` })
    .where(open(key, [kind], now))
    .returning();
  return row ?? null;
}

/** The open confirmation of one of these kinds, or null. Does not count a try. */
export async function readConfirmation(
  db: Database,
  key: string,
  kinds: readonly ConfirmationKind[],
  now: Date,
): Promise<Confirmation | null> {
  const [row] = await db
    .select()
    .from(confirmation)
    .where(open(key, kinds, now));
  return row ?? null;
}

export function isCodeOf(row: Confirmation, key: string, code: string): boolean {
  return row.code_hash !== null && row.code_hash === hashCode(key, code);
}

/** Uses up the confirmation; false if another request was first. */
export async function useConfirmation(db: Database, key: string, now: Date): Promise<boolean> {
  return useByHash(db, hashOf(key), now);
}

/** `useConfirmation` by the hash of the key. */
export async function useByHash(db: Database, key_hash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .update(confirmation)
    .set({ used_at: now.toISOString() })
    .where(and(eq(confirmation.key_hash, key_hash), isNull(confirmation.used_at)))
    .returning({ kind: confirmation.kind });
  return used.length === 1;
}

/** Ends all open confirmations of these kinds of an account. */
export async function voidConfirmations(
  db: Database,
  account_id: number,
  kinds: readonly ConfirmationKind[],
  now: Date,
): Promise<void> {
  await db
    .update(confirmation)
    .set({ used_at: now.toISOString() })
    .where(
      and(
        eq(confirmation.account_id, account_id),
        inArray(confirmation.kind, [...kinds]),
        isNull(confirmation.used_at),
      ),
    );
}

/** The number of confirmations of a kind that the account got since then, open or not. */
export async function countConfirmations(
  db: Database,
  account_id: number,
  kind: ConfirmationKind,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ made: count() })
    .from(confirmation)
    .where(
      and(
        eq(confirmation.account_id, account_id),
        eq(confirmation.kind, kind),
        gt(confirmation.created_at, since.toISOString()),
      ),
    );
  return row?.made ?? 0;
}

/** Maximum number of times that a code is sent again, and the pause in between. */
const resends = { most: 3, pauseMs: limits.codeResendPauseMs };

/** How often the code of a sign-in was sent again, and the last time; milliseconds. */
const resentShape = z.object({ resends: z.number(), at: z.number() });

/** Replaces the code of an open sign-in; "wait" if too soon or too often, null if not open. */
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
      .where(open(key, ["email_login"], now))
      .for("update");
    if (!row) return null;
    const sent = resentShape.safeParse(row.payload).data ?? {
      resends: 0,
      at: Date.parse(row.created_at),
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

/** When codes were sent for a fixed key; milliseconds. */
const sentShape = z.object({ sent: z.array(z.number()) });

/** Maximum number of codes for one fixed key within an hour. */
const hourly = { most: 10, ms: 60 * 60_000 };

/**
 * Stores a new code for a fixed key, which can be reused; the old code becomes invalid. False if too soon
 * or too often.
 */
export async function storeCode(
  db: Database,
  key: string,
  values: { account_id: number; kind: ConfirmationKind; code: string },
  now: Date,
): Promise<boolean> {
  const key_hash = hashOf(key);
  const at = now.getTime();
  const { account_id, kind } = values;
  const expires_at = new Date(at + limits.mailCodeMs).toISOString();
  return db.transaction(async (transaction) => {
    // Insert an empty row first, so that concurrent requests wait for each other.
    await transaction
      .insert(confirmation)
      .values({ key_hash, account_id, kind, expires_at })
      .onConflictDoNothing();
    const [row] = await transaction
      .select()
      .from(confirmation)
      .where(eq(confirmation.key_hash, key_hash))
      .for("update");
    const known = sentShape.safeParse(row?.payload).data?.sent ?? [];
    const sent = known.filter((time) => time > at - hourly.ms);
    const last = sent.at(-1);
    const isSoon = last !== undefined && at - last < resends.pauseMs;
    if (isSoon || sent.length >= hourly.most) return false;
    await transaction
      .update(confirmation)
      .set({
        code_hash: hashCode(key, values.code),
        expires_at,
        payload: { sent: [...sent, at] },
        tries: 0,
        used_at: null,
      })
      .where(eq(confirmation.key_hash, key_hash));
    return true;
  });
}

/** Deletes confirmations that expired before. */
export async function sweepConfirmations(db: Database, before: Date): Promise<void> {
  await db.delete(confirmation).where(lt(confirmation.expires_at, before.toISOString()));
}
