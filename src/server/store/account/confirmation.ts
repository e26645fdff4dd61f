// Keys that confirm something once: a sign-in's second factor, an invitation, a reset, a change.
import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, count, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { limits } from "../../../domain/limits.ts";
import type { Database } from "../../context.ts";
import { confirmation, confirmationKinds } from "../schema/account.ts";
import { hashOf } from "./session.ts";

export type ConfirmationKind = (typeof confirmationKinds)[number];

export type Confirmation = typeof confirmation.$inferSelect;

/** A code of digits from a secure source, leading zeros kept. */
export function makeCode(): string {
  return String(randomInt(10 ** limits.mailCodeDigits)).padStart(limits.mailCodeDigits, "0");
}

/** The key salts the code: equal codes of two sign-ins are stored differently. */
function hashCode(key: string, code: string): string {
  return createHash("sha256").update(`${key}\n${code}`).digest("base64url");
}

type Made = {
  readonly account_id: number;
  readonly kind: ConfirmationKind;
  readonly code: string | null;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly now?: Date;
  readonly expires_at: Date;
};

/** Makes a confirmation and answers its key (256 bit), which is stored nowhere. */
export async function createConfirmation(db: Database, made: Made): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await db.insert(confirmation).values({
    key_hash: hashOf(key),
    account_id: made.account_id,
    kind: made.kind,
    code_hash: made.code === null ? null : hashCode(key, made.code),
    payload: made.payload ?? null,
    ...(made.now && { created_at: made.now.toISOString() }),
    expires_at: made.expires_at.toISOString(),
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
    .where(open(key, [kind], now))
    .returning();
  return row ?? null;
}

/** The open confirmation of one of these kinds, without counting a try; null as above. */
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

/** Uses the confirmation up; false where another request was first. */
export async function useConfirmation(db: Database, key: string, now: Date): Promise<boolean> {
  return useByHash(db, hashOf(key), now);
}

/** The same for a confirmation known by its key's hash only. */
export async function useByHash(db: Database, key_hash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .update(confirmation)
    .set({ used_at: now.toISOString() })
    .where(and(eq(confirmation.key_hash, key_hash), isNull(confirmation.used_at)))
    .returning({ kind: confirmation.kind });
  return used.length === 1;
}

/** Ends all open confirmations of these kinds that an account has. */
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

/** How many of a kind the account was given since then, open or not. */
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

/** How often a code may be sent again, and how long to wait in between. */
const resends = { most: 3, pauseMs: limits.codeResendPauseMs };

/** How often the code of a sign-in was sent again, and when last; milliseconds. */
const resentShape = z.object({ resends: z.number(), at: z.number() });

/** Replaces the code of an open sign-in; "wait" too soon or too often, null where not open. */
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

/** When codes were sent under a standing key; milliseconds. */
const sentShape = z.object({ sent: z.array(z.number()) });

/** Codes that may be asked for under one standing key within an hour. */
const hourly = { most: 10, ms: 60 * 60_000 };

/**
 * Puts a fresh code under a key that is known beforehand and may be filled again; the former code is
 * void. False too soon or too often.
 */
export async function putCode(
  db: Database,
  key: string,
  put: { account_id: number; kind: ConfirmationKind; code: string },
  now: Date,
): Promise<boolean> {
  const key_hash = hashOf(key);
  const at = now.getTime();
  const { account_id, kind } = put;
  const expires_at = new Date(at + limits.mailCodeMs).toISOString();
  return db.transaction(async (transaction) => {
    // An empty row first: two requests at once then wait for each other.
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
        code_hash: hashCode(key, put.code),
        expires_at,
        payload: { sent: [...sent, at] },
        tries: 0,
        used_at: null,
      })
      .where(eq(confirmation.key_hash, key_hash));
    return true;
  });
}

/** Forgets confirmations that ended before. */
export async function sweepConfirmations(db: Database, before: Date): Promise<void> {
  await db.delete(confirmation).where(lt(confirmation.expires_at, before.toISOString()));
}
