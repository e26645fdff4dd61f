// Passkeys of users, and the challenges that their devices sign.
import { and, asc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Passkey } from "../../../domain/account/passkey.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { passkey, passkeyChallenge } from "../schema/sign-in.ts";
import { hashOf } from "./session.ts";

export type PasskeyRow = typeof passkey.$inferSelect;

export function readPasskeys(ownerDb: Database, account_id: number): Promise<Passkey[]> {
  return ownerDb
    .select({
      id: passkey.id,
      name: passkey.name,
      is_synced: passkey.is_synced,
      created_at: passkey.created_at,
      last_used_at: passkey.last_used_at,
    } satisfies ColumnsOf<Passkey>)
    .from(passkey)
    .where(eq(passkey.account_id, account_id))
    .orderBy(asc(passkey.id));
}

/** IDs that devices know the passkeys of an account by. */
export async function readCredentialIds(ownerDb: Database, account_id: number) {
  return ownerDb
    .select({ credential_id: passkey.credential_id, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.account_id, account_id));
}

export async function findPasskey(
  ownerDb: Database,
  credential_id: Buffer,
): Promise<PasskeyRow | null> {
  const [row] = await ownerDb
    .select()
    .from(passkey)
    .where(eq(passkey.credential_id, credential_id));
  return row ?? null;
}

export async function insertPasskey(
  ownerDb: Database,
  row: Omit<PasskeyRow, "id" | "created_at" | "last_used_at">,
): Promise<number> {
  const [made] = await ownerDb.insert(passkey).values(row).returning({ id: passkey.id });
  if (!made) throw new Error("a passkey was not stored");
  return made.id;
}

/** False if the account has no such passkey. */
export async function renamePasskey(
  ownerDb: Database,
  account_id: number,
  id: number,
  name: string,
): Promise<boolean> {
  const rows = await ownerDb
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, id), eq(passkey.account_id, account_id)))
    .returning({ id: passkey.id });
  return rows.length === 1;
}

/** The name of the passkey that was removed; null if the account has no such one. */
export async function deletePasskey(
  ownerDb: Database,
  account_id: number,
  id: number,
): Promise<string | null> {
  const [row] = await ownerDb
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.account_id, account_id)))
    .returning({ name: passkey.name });
  return row?.name ?? null;
}

/** Stores a use; false if a signature with this count or a later one came first, as from a copy of the device. */
export async function usePasskey(
  ownerDb: Database,
  id: number,
  counter: number,
  at: Date,
): Promise<boolean> {
  const uncounted = counter === 0 ? eq(passkey.counter, 0) : sql`false`;
  const rows = await ownerDb
    .update(passkey)
    .set({ counter, last_used_at: at.toISOString() })
    .where(and(eq(passkey.id, id), or(lt(passkey.counter, counter), uncounted)))
    .returning({ id: passkey.id });
  return rows.length === 1;
}

/** @param account_id whose new passkey it is for; null for a sign-in */
export async function storeChallenge(
  ownerDb: Database,
  challenge: string,
  account_id: number | null,
  expires_at: Date,
): Promise<void> {
  await ownerDb.insert(passkeyChallenge).values({
    challenge_hash: hashOf(challenge),
    account_id,
    expires_at: expires_at.toISOString(),
  });
}

/** Takes a challenge, once; false if there is none for this account. */
export async function takeChallenge(
  ownerDb: Database,
  challenge: string,
  account_id: number | null,
  now: Date,
): Promise<boolean> {
  const owner = passkeyChallenge.account_id;
  const rows = await ownerDb
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge_hash, hashOf(challenge)),
        account_id === null ? isNull(owner) : eq(owner, account_id),
        gt(passkeyChallenge.expires_at, now.toISOString()),
      ),
    )
    .returning({ account_id: owner });
  return rows.length === 1;
}

export async function sweepChallenges(ownerDb: Database, before: Date): Promise<void> {
  await ownerDb
    .delete(passkeyChallenge)
    .where(lt(passkeyChallenge.expires_at, before.toISOString()));
}
