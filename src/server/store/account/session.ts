// Sessions. Every request reads its session again.
import { hash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, lt, notInArray, sql, type SQL } from "drizzle-orm";
import { isPermission, type Permission } from "../../../domain/account/permission.ts";
import type { Locale, UserState } from "../../../domain/account/user.ts";
import type { Database } from "../../context.ts";
import { singleFlight } from "../../single-flight.ts";
import { account, endedSession, session, type sessionEnds } from "../schema/account.ts";
import { poolOf } from "../viewer-database.ts";

/** A session with the current account, role and plants. */
export type SessionRow = {
  readonly token_hash: Buffer;
  readonly account_id: number;
  readonly acting_customer_id: number | null;
  readonly hidden_admin: boolean;
  readonly session_shows_all: boolean;
  readonly session_version: number;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly customer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly state: UserState;
  readonly locked: boolean;
  readonly deleted_at: Date | null;
  readonly locale: Locale;
  readonly account_version: number;
  /** How often sessions of the account were ended on purpose. */
  readonly session_ends: number;
  readonly role_key: string;
  readonly permissions: readonly Permission[];
  /** Permissions of the role admin, for super admins who hide their role; else empty. */
  readonly admin_permissions: readonly Permission[];
  readonly plant_ids: number[] | null;
};

/** A session and its account, role and plants as they are now. */
const userOf = (
  sessions: string,
) => `select s.token_hash, s.account_id, s.acting_customer_id, s.hidden_admin,
      s.show_all_key_figures as session_shows_all, s.permission_version as session_version,
      s.created_at, s.last_used_at, a.customer_id, a.first_name, a.last_name, a.email, a.state,
      a.locked, a.deleted_at, a.locale,
      a.permission_version as account_version, a.session_ends, r.key as role_key,
      array_to_string(r.permissions, ' ') as permissions,
      case when s.hidden_admin then
        (select array_to_string(h.permissions, ' ') from role h where h.key = 'admin')
      end as hidden_permissions,
      (select array_agg(p.plant_id) from account_plant p where p.account_id = a.id) as plant_ids
    from ${sessions} s join account a on a.id = s.account_id join role r on r.id = a.role_id`;

/**
 * The array is read in a query of its own, so that PostgreSQL expects the same number of sessions whether it knows
 * the array or not. Otherwise it plans the statement again for each call, which takes twice as long as running it.
 */
const lookup = {
  name: "session_lookup",
  text: `${userOf("session")} where s.token_hash = any((select $1::bytea[])::bytea[])`,
};

/** The same of a session that is stored no longer. */
const endedLookup = {
  name: "ended_session_lookup",
  text: userOf(`(select $1::bytea as token_hash, $2::int as account_id, $3::int as acting_customer_id,
      $4::boolean as hidden_admin, $5::boolean as show_all_key_figures, $6::int as permission_version,
      $7::timestamptz as created_at, $8::timestamptz as last_used_at)`),
};

export type FindSession = (token_hash: Buffer) => Promise<SessionRow | null>;

/**
 * Finds sessions. Concurrent calls, and calls during a running query, are combined in the next query. It
 * starts after all of these calls, so each call sees everything that was revoked before it.
 */
export function openSessions(db: Database): FindSession {
  const pool = poolOf(db);
  const once = singleFlight();
  let hashes = new Map<string, Buffer>();

  async function readAll(): Promise<Map<string, SessionRow>> {
    const wanted = [...hashes.values()];
    hashes = new Map();
    const { rows } = await pool.query<FoundRow>({ ...lookup, values: [wanted] });
    return new Map(rows.map((row) => [keyOf(row.token_hash), rowOf(row)]));
  }

  return async (token_hash) => {
    const key = keyOf(token_hash);
    hashes.set(key, token_hash);
    return (await once("sessions", readAll)).get(key) ?? null;
  };
}

/** The user of a session that may have ended, as the user is now; null where the account is gone. */
export async function readUserOf(db: Database, ended: SessionRow): Promise<SessionRow | null> {
  const { rows } = await poolOf(db).query<FoundRow>({
    ...endedLookup,
    values: [
      ended.token_hash,
      ended.account_id,
      ended.acting_customer_id,
      ended.hidden_admin,
      ended.session_shows_all,
      ended.session_version,
      ended.created_at,
      ended.last_used_at,
    ],
  });
  return rows[0] ? rowOf(rows[0]) : null;
}

/** The row of `userOf`, a query without drizzle: keep the two consistent. */
type FoundRow = Omit<SessionRow, "permissions" | "admin_permissions"> & {
  readonly permissions: string;
  readonly hidden_permissions: string | null;
};

const rowOf = (row: FoundRow): SessionRow => ({
  ...row,
  permissions: permissionsIn(row.permissions),
  admin_permissions: permissionsIn(row.hidden_permissions ?? ""),
});

/** Cache of parsed permission lists: there are only a few roles. */
const permissionLists = new Map<string, readonly Permission[]>();
const maxLists = 100;

/** The permissions of a list of names with spaces; unknown names are left out. */
export function permissionsIn(text: string): readonly Permission[] {
  const known = permissionLists.get(text);
  if (known) return known;
  const list = text.split(" ").filter(isPermission);
  if (permissionLists.size >= maxLists) permissionLists.clear();
  permissionLists.set(text, list);
  return list;
}

/** A short text that identifies the session within this process. */
export function keyOf(token_hash: Buffer): string {
  return token_hash.toString("latin1");
}

export function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Creates a session; answers its token. Only the token's hash is stored. If the account is locked or deleted
 * at the same time, the select waits for that and the token has no session.
 */
export async function createSession(db: Database, account_id: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.insert(session).select(
    db
      .select({
        token_hash: sql<Buffer>`${hashOf(token)}::bytea`.as("token_hash"),
        account_id: account.id,
        acting_customer_id: sql<null>`null::integer`.as("acting_customer_id"),
        hidden_admin: sql<boolean>`false`.as("hidden_admin"),
        show_all_key_figures: account.show_all_key_figures,
        permission_version: account.permission_version,
        created_at: sql<string>`now()`.as("created_at"),
        last_used_at: sql<string>`now()`.as("last_used_at"),
      })
      .from(account)
      .where(
        and(
          eq(account.id, account_id),
          eq(account.state, "REGISTERED"),
          eq(account.locked, false),
          isNull(account.deleted_at),
        ),
      )
      .for("share"),
  );
  return token;
}

/**
 * Gives the session a new token, the changes and the account's current permissions. The old token becomes
 * invalid. Null if it was invalid already.
 */
export async function renewSession(
  db: Database,
  token_hash: Buffer,
  changes: Pick<
    typeof session.$inferInsert,
    "acting_customer_id" | "hidden_admin" | "show_all_key_figures"
  >,
): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const renewed = await db
    .update(session)
    .set({
      ...changes,
      token_hash: hashOf(token),
      permission_version: sql`(select a.permission_version from account a where a.id = ${session.account_id})`,
    })
    .where(eq(session.token_hash, token_hash))
    .returning({ account_id: session.account_id });
  return renewed.length === 1 ? token : null;
}

export async function touchSession(db: Database, token_hash: Buffer, now: Date): Promise<void> {
  await db
    .update(session)
    .set({
      last_used_at: sql`greatest(${session.last_used_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(session.token_hash, token_hash));
}

/** Ends a session whose user has signed out. */
export async function endSession(db: Database, token_hash: Buffer): Promise<void> {
  await db.delete(session).where(eq(session.token_hash, token_hash));
}

export type SessionEnd = (typeof sessionEnds)[number];

/** Notes that sessions of the account end on purpose: a download that has outlived its session ends with them. */
export async function countSessionEnd(db: Database, account_id: number): Promise<void> {
  await db
    .update(account)
    .set({ session_ends: sql`${account.session_ends} + 1` })
    .where(eq(account.id, account_id));
}

/** Ends sessions, and keeps why for their devices. @returns how many */
export async function endSessions(
  db: Database,
  which: SQL | undefined,
  reason: SessionEnd,
): Promise<number> {
  // At once: a download that runs looks for the reason where its session is gone.
  return db.transaction(async (transaction) => {
    const ended = await transaction
      .delete(session)
      .where(which)
      .returning({ token_hash: session.token_hash });
    const rows = ended.map(({ token_hash }) => ({ token_hash, reason }));
    if (rows.length > 0) await transaction.insert(endedSession).values(rows).onConflictDoNothing();
    return rows.length;
  });
}

/** Why a session ended; null where it is not known, or no longer. */
export async function readSessionEnd(db: Database, token_hash: Buffer): Promise<SessionEnd | null> {
  const [row] = await db
    .select({ reason: endedSession.reason })
    .from(endedSession)
    .where(eq(endedSession.token_hash, token_hash));
  return row?.reason ?? null;
}

/** Ends all sessions of an account but the `most` that were used last. */
export async function endUnusedSessions(
  db: Database,
  account_id: number,
  most: number,
): Promise<void> {
  const kept = db
    .select({ token_hash: session.token_hash })
    .from(session)
    .where(eq(session.account_id, account_id))
    .orderBy(desc(session.last_used_at), desc(session.created_at))
    .limit(most);
  const others = and(eq(session.account_id, account_id), notInArray(session.token_hash, kept));
  await endSessions(db, others, "limit");
}

/** Ends expired sessions, and forgets why sessions ended before `known`. */
export async function sweepSessions(
  db: Database,
  { idle, absolute, known }: { idle: Date; absolute: Date; known: Date },
): Promise<void> {
  await endSessions(db, lt(session.last_used_at, idle.toISOString()), "idle");
  await endSessions(db, lt(session.created_at, absolute.toISOString()), "longest");
  await db.delete(endedSession).where(lt(endedSession.ended_at, known.toISOString()));
}

/** Records that the session has the account's current permissions. */
export async function renewPermissions(db: Database, token_hash: Buffer): Promise<void> {
  await db
    .update(session)
    .set({
      permission_version: sql`(select a.permission_version from account a where a.id = ${session.account_id})`,
    })
    .where(eq(session.token_hash, token_hash));
}
