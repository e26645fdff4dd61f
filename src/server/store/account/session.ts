// Sessions: who holds a token, judged anew by every request.
import { hash, randomBytes } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { isPermission, type Permission } from "../../../domain/account/permission.ts";
import type { Locale, UserState } from "../../../domain/account/user.ts";
import type { Database } from "../../context.ts";
import { singleFlight } from "../../single-flight.ts";
import { account, session } from "../schema/account.ts";
import { poolOf } from "../viewer-database.ts";

/** A session with the account, the role and the plants as they are now. */
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
  readonly role_key: string;
  readonly permissions: readonly Permission[];
  /** Of the role admin, for super admins who hide theirs; else empty. */
  readonly admin_permissions: readonly Permission[];
  readonly plant_ids: number[] | null;
};

const lookup = {
  name: "session_lookup",
  text: `select s.token_hash, s.account_id, s.acting_customer_id, s.hidden_admin,
      s.show_all_key_figures as session_shows_all, s.permission_version as session_version,
      s.created_at, s.last_used_at, a.customer_id, a.first_name, a.last_name, a.email, a.state,
      a.locked, a.deleted_at, a.locale,
      a.permission_version as account_version, r.key as role_key,
      array_to_string(r.permissions, ' ') as permissions,
      case when s.hidden_admin then
        (select array_to_string(h.permissions, ' ') from role h where h.key = 'admin')
      end as hidden_permissions,
      (select array_agg(p.plant_id) from account_plant p where p.account_id = a.id) as plant_ids
    from session s join account a on a.id = s.account_id join role r on r.id = a.role_id
    where s.token_hash = any($1::bytea[])`,
};

export type FindSession = (token_hash: Buffer) => Promise<SessionRow | null>;

/**
 * Finds sessions. Calls that come together or while a query is on its way share the next query,
 * which is sent after all of them: whatever was revoked before a call began is seen by it.
 */
export function openSessions(db: Database): FindSession {
  const pool = poolOf(db);
  const once = singleFlight();
  let hashes = new Map<string, Buffer>();

  async function askAll(): Promise<Map<string, SessionRow>> {
    const asked = [...hashes.values()];
    hashes = new Map();
    const { rows } = await pool.query<FoundRow>({ ...lookup, values: [asked] });
    return new Map(
      rows.map((row) => [
        keyOf(row.token_hash),
        {
          ...row,
          permissions: permissionsIn(row.permissions),
          admin_permissions: permissionsIn(row.hidden_permissions ?? ""),
        },
      ]),
    );
  }

  return async (token_hash) => {
    const key = keyOf(token_hash);
    hashes.set(key, token_hash);
    return (await once("sessions", askAll)).get(key) ?? null;
  };
}

/** The row of `lookup`, which is asked past drizzle: keep both in step. */
type FoundRow = Omit<SessionRow, "permissions" | "admin_permissions"> & {
  readonly permissions: string;
  readonly hidden_permissions: string | null;
};

/** The few roles there are have the same hundred permissions call after call. */
const permissionLists = new Map<string, readonly Permission[]>();
const mostLists = 100;

function permissionsIn(text: string): readonly Permission[] {
  const known = permissionLists.get(text);
  if (known) return known;
  const made = text.split(" ").filter(isPermission);
  if (permissionLists.size >= mostLists) permissionLists.clear();
  permissionLists.set(text, made);
  return made;
}

/** A short text that names the session within this process. */
export function keyOf(token_hash: Buffer): string {
  return token_hash.toString("latin1");
}

export function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Opens a session and answers its token, which is stored nowhere. Whoever is being locked or deleted at
 * this moment gets a token of no session: the select waits for that and sees it.
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
 * The same session under a new token, with the changes and the account's permissions of now; the old
 * token is dead. Null where it was dead already.
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

export async function endSession(db: Database, token_hash: Buffer): Promise<void> {
  await db.delete(session).where(eq(session.token_hash, token_hash));
}

/** Forgets sessions that ended by age. */
export async function sweepSessions(db: Database, idle: Date, absolute: Date): Promise<void> {
  await db
    .delete(session)
    .where(
      or(
        lt(session.last_used_at, idle.toISOString()),
        lt(session.created_at, absolute.toISOString()),
      ),
    );
}

/** Marks the session as knowing the account's permissions of now. */
export async function renewPermissions(db: Database, token_hash: Buffer): Promise<void> {
  await db
    .update(session)
    .set({
      permission_version: sql`(select a.permission_version from account a where a.id = ${session.account_id})`,
    })
    .where(eq(session.token_hash, token_hash));
}
