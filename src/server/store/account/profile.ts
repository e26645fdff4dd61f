// Registration and the changes that users make to their own account.
import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { authMethods } from "../../../domain/account/session.ts";
import type { Locale } from "../../../domain/account/user.ts";
import type { Database } from "../../context.ts";
import { countSessionEnd, endSessions, type SessionEnd } from "./session.ts";
import { useByHash, voidConfirmations } from "./confirmation.ts";
import { replaceRecoveryCodes } from "./recovery-code.ts";
import { account, session } from "../schema/account.ts";
import { accessToken } from "../schema/sign-in.ts";

export type Names = { readonly first_name: string; readonly last_name: string };

/** The checked input of an invited user. */
export type RegisteredUser = Names & {
  readonly password_hash: string;
  readonly locale: Locale;
  /** Null for codes by e-mail. */
  readonly totp: { readonly secret: string; readonly step: number } | null;
};

const signInKinds = ["email_login", "totp_login", "change_auth_method", "security_code"] as const;

/**
 * Registers a pending account and uses up the invitation in one transaction. Customer and role are the
 * account's; the user cannot choose them.
 * @returns false if the invitation was used meanwhile or the account is no longer pending
 */
export async function completeRegistration(
  db: Database,
  invitation: { readonly key_hash: Buffer; readonly account_id: number },
  user: RegisteredUser,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const outdated = Symbol("outdated");
  try {
    await db.transaction(async (transaction) => {
      if (!(await useByHash(transaction, invitation.key_hash, now))) throw outdated;
      const { totp, ...values } = user;
      const rows = await transaction
        .update(account)
        .set({
          ...values,
          state: "REGISTERED",
          auth_method: totp === null ? authMethods.EMAIL : authMethods.TOTP,
          totp_secret: totp?.secret ?? null,
          totp_last_step: totp?.step ?? null,
          registered_at: at,
          terms_accepted_at: at,
        })
        .where(
          and(
            eq(account.id, invitation.account_id),
            eq(account.state, "PENDING"),
            eq(account.locked, false),
            isNull(account.deleted_at),
          ),
        )
        .returning({ id: account.id });
      if (rows.length === 0) throw outdated;
      const kinds = ["register", "totp_secret"] as const;
      await voidConfirmations(transaction, invitation.account_id, kinds, now);
    });
    return true;
  } catch (error) {
    if (error === outdated) return false;
    throw error;
  }
}

/**
 * Sets the password with a reset link, uses up the link and ends all sessions, access tokens and started sign-ins.
 * @returns false if the link was used meanwhile
 */
export async function resetPassword(
  db: Database,
  reset: { readonly key_hash: Buffer; readonly account_id: number },
  password_hash: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await useByHash(transaction, reset.key_hash, now))) return false;
    const { account_id } = reset;
    await transaction.update(account).set({ password_hash }).where(eq(account.id, account_id));
    await endSessions(transaction, eq(session.account_id, account_id), "password");
    await countSessionEnd(transaction, account_id);
    await transaction.delete(accessToken).where(eq(accessToken.account_id, account_id));
    const kinds = [...signInKinds, "reset_password"] as const;
    await voidConfirmations(transaction, account_id, kinds, now);
    return true;
  });
}

/** Sets the password and ends all other sessions and started sign-ins. */
export async function changePassword(
  db: Database,
  account_id: number,
  session_hash: Buffer,
  password_hash: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.update(account).set({ password_hash }).where(eq(account.id, account_id));
    await endOtherSessions(transaction, account_id, session_hash, "password");
    await voidConfirmations(transaction, account_id, [...signInKinds, "reset_password"], now);
  });
}

/**
 * Sets the second factor, uses up the confirmation and ends the user's other sessions.
 * @returns false if the confirmation was used meanwhile
 */
export async function changeMethod(
  db: Database,
  change: { readonly key_hash: Buffer; readonly account_id: number },
  session_hash: Buffer,
  totp: { readonly secret: string; readonly step: number } | null,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await useByHash(transaction, change.key_hash, now))) return false;
    await transaction
      .update(account)
      .set({
        auth_method: totp === null ? authMethods.EMAIL : authMethods.TOTP,
        totp_secret: totp?.secret ?? null,
        totp_last_step: totp?.step ?? null,
      })
      .where(eq(account.id, change.account_id));
    // They stand in for the former app.
    await replaceRecoveryCodes(transaction, change.account_id, []);
    await endOtherSessions(transaction, change.account_id, session_hash, "factor");
    await voidConfirmations(transaction, change.account_id, signInKinds, now);
    return true;
  });
}

/** @returns false if there is no account with this ID */
export async function updateNames(db: Database, id: number, names: Names): Promise<boolean> {
  const rows = await db
    .update(account)
    .set(names)
    .where(and(eq(account.id, id), isNull(account.deleted_at)))
    .returning({ id: account.id });
  return rows.length === 1;
}

/** Stores the given preferences. `show_all_key_figures` applies from the session's next request. */
export async function updatePreferences(
  db: Database,
  account_id: number,
  session_hash: Buffer,
  given: {
    readonly locale?: Locale | undefined;
    readonly show_all_key_figures?: boolean | undefined;
  },
): Promise<void> {
  if (Object.keys(given).length === 0) return;
  const { show_all_key_figures } = given;
  await db.transaction(async (transaction) => {
    await transaction.update(account).set(given).where(eq(account.id, account_id));
    if (show_all_key_figures === undefined) return;
    await transaction
      .update(session)
      .set({ show_all_key_figures })
      .where(eq(session.token_hash, session_hash));
  });
}

/** @returns the number of ended sessions */
export async function endOtherSessions(
  db: Database,
  account_id: number,
  session_hash: Buffer,
  reason: SessionEnd,
): Promise<number> {
  const others = and(eq(session.account_id, account_id), ne(session.token_hash, session_hash));
  return db.transaction(async (transaction) => {
    await countSessionEnd(transaction, account_id);
    return endSessions(transaction, others, reason);
  });
}

/** Sessions that have not expired, last used first. `over`: older ones have expired. */
export function readSessions(
  db: Database,
  account_id: number,
  session_hash: Buffer,
  over: { readonly idle: Date; readonly absolute: Date },
) {
  return db
    .select({
      created_at: session.created_at,
      last_used_at: session.last_used_at,
      is_current: sql<boolean>`${session.token_hash} = ${session_hash}::bytea`,
    })
    .from(session)
    .where(
      and(
        eq(session.account_id, account_id),
        gt(session.last_used_at, over.idle.toISOString()),
        gt(session.created_at, over.absolute.toISOString()),
      ),
    )
    .orderBy(desc(session.last_used_at));
}
