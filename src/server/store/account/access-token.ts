// Access tokens. Every call with one reads it again, with its user as the user is now.
import { and, asc, eq, lt, not, sql } from "drizzle-orm";
import type { AccessScope, AccessToken } from "../../../domain/account/access-token.ts";
import type { Database } from "../../context.ts";
import { accessToken } from "../schema/sign-in.ts";
import { poolOf } from "../viewer-database.ts";
import { hashOf, permissionsIn, type SessionRow } from "./session.ts";

export async function readAccessTokens(
  ownerDb: Database,
  account_id: number,
  now: Date,
): Promise<AccessToken[]> {
  const { id, name, scopes, created_at, expires_at, last_used_at } = accessToken;
  const rows = await ownerDb
    .select({ id, name, scopes, created_at, expires_at, last_used_at })
    .from(accessToken)
    .where(eq(accessToken.account_id, account_id))
    .orderBy(asc(accessToken.id));
  return rows.map((row) => ({ ...row, is_over: Date.parse(row.expires_at) <= now.getTime() }));
}

/** Answers the ID. Only the hash of the secret is stored. */
export async function insertAccessToken(
  ownerDb: Database,
  { secret, ...row }: Omit<typeof accessToken.$inferInsert, "token_hash"> & { secret: string },
): Promise<number> {
  const [made] = await ownerDb
    .insert(accessToken)
    .values({ ...row, token_hash: hashOf(secret) })
    .returning({ id: accessToken.id });
  if (!made) throw new Error("an access token was not stored");
  return made.id;
}

/** The name of the token that was withdrawn; null if the account has no such one. */
export async function deleteAccessToken(
  ownerDb: Database,
  account_id: number,
  id: number,
): Promise<string | null> {
  const [row] = await ownerDb
    .delete(accessToken)
    .where(and(eq(accessToken.id, id), eq(accessToken.account_id, account_id)))
    .returning({ name: accessToken.name });
  return row?.name ?? null;
}

/** A token and its user. */
export type AccessRow = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  readonly expires_at: Date;
  readonly used_at: Date | null;
  /** Hashes of the networks that it was used from last. */
  readonly networks: readonly string[];
  /** Its user as a session would have it. */
  readonly user: SessionRow;
};

/**
 * The token with its user, role and plants of now. A super admin's token has the permissions of an admin: it is for
 * programs, which need no more.
 */
export async function findAccessToken(
  ownerDb: Database,
  secret: string,
): Promise<AccessRow | null> {
  const { rows } = await poolOf(ownerDb).query<FoundRow>({ ...lookup, values: [hashOf(secret)] });
  const [row] = rows;
  if (!row) return null;
  const { id, name, scopes, expires_at, used_at, networks, ...user } = row;
  return {
    id,
    name,
    scopes,
    expires_at,
    used_at,
    networks,
    user: {
      ...user,
      hidden_admin: true,
      session_shows_all: false,
      session_version: user.account_version,
      last_used_at: user.created_at,
      permissions: permissionsIn(user.permissions),
      admin_permissions: permissionsIn(user.admin_permissions ?? ""),
    },
  };
}

/** The row of `lookup`: keep the two consistent. */
type FoundRow = Omit<AccessRow, "user"> &
  Omit<
    SessionRow,
    | "permissions"
    | "admin_permissions"
    | "hidden_admin"
    | "session_shows_all"
    | "session_version"
    | "last_used_at"
  > & { readonly permissions: string; readonly admin_permissions: string | null };

const lookup = {
  name: "access_token_lookup",
  text: `select t.id, t.name, t.scopes, t.expires_at, t.last_used_at as used_at, t.networks,
      t.token_hash, t.account_id, t.acting_customer_id, t.created_at,
      a.customer_id, a.first_name, a.last_name, a.email, a.state, a.locked, a.deleted_at, a.locale,
      a.permission_version as account_version, a.session_ends, r.key as role_key,
      array_to_string(r.permissions, ' ') as permissions,
      case when r.key = 'super_admin' then
        (select array_to_string(h.permissions, ' ') from role h where h.key = 'admin')
      end as admin_permissions,
      (select array_agg(p.plant_id) from account_plant p where p.account_id = a.id) as plant_ids
    from access_token t join account a on a.id = t.account_id join role r on r.id = a.role_id
    where t.token_hash = $1`,
};

export async function touchAccessToken(ownerDb: Database, id: number, now: Date): Promise<void> {
  await ownerDb
    .update(accessToken)
    .set({ last_used_at: now.toISOString() })
    .where(eq(accessToken.id, id));
}

/** Networks that are kept. */
const MOST_NETWORKS = 20;

/** Keeps the network of a use; false where the token was used from there before. */
export async function addNetwork(ownerDb: Database, id: number, network: string): Promise<boolean> {
  const one = sql`${sql.param([network])}::text[]`;
  const rows = await ownerDb
    .update(accessToken)
    .set({
      networks: sql`(${one} || ${accessToken.networks})[1:${sql.raw(String(MOST_NETWORKS))}]`,
    })
    .where(and(eq(accessToken.id, id), not(sql`${accessToken.networks} @> ${one}`)))
    .returning({ id: accessToken.id });
  return rows.length === 1;
}

/** Deletes tokens that were over before this time. */
export async function sweepAccessTokens(ownerDb: Database, before: Date): Promise<void> {
  await ownerDb.delete(accessToken).where(lt(accessToken.expires_at, before.toISOString()));
}
