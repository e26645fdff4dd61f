// Users, for their administration.
import { and, asc, count, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import {
  listedState,
  type Invitation,
  type Seats,
  type StoredUser,
} from "../../../domain/account/user.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import {
  account,
  accountPlant,
  confirmation,
  customer,
  releaseMailRecipient,
  role,
  session,
} from "../schema/account.ts";
import { deleteInbox } from "../inbox/inbox.ts";
import { plant } from "../schema/plant.ts";
import {
  accessToken,
  passkey,
  provisionedGroupMember,
  provisionedUser,
} from "../schema/sign-in.ts";
import { isUserSeen } from "../viewer-scope.ts";

type ViewerScope = Pick<Viewer, "customer_id">;

/** Users without rows in `account_plant` see all plants. This ID of no plant marks users who see none. */
const noPlant = 0;

async function selectUsers(db: Database, condition: SQL | undefined): Promise<StoredUser[]> {
  const rows = await db
    .select({
      id: account.id,
      first_name: account.first_name,
      last_name: account.last_name,
      email: account.email,
      customer_id: account.customer_id,
      company: customer.name,
      role_id: account.role_id,
      role: role.key,
      state: account.state,
      locked: account.locked,
      last_sign_in_at: account.last_sign_in_at,
      invited_at: account.invited_at,
      // A subquery by primary key: PostgreSQL plans a join badly while statistics are missing.
      plant_ids: sql<number[] | null>`(select array_agg(p.plant_id order by p.plant_id)
        from account_plant p where p.account_id = ${account.id})`,
    } satisfies ColumnsOf<StoredUser>)
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .innerJoin(customer, eq(customer.id, account.customer_id))
    .where(condition)
    .orderBy(asc(account.last_name), asc(account.first_name), asc(account.id));
  return rows.map(({ plant_ids, ...row }) => ({
    ...row,
    state: listedState(row, new Date()),
    plant_ids: plant_ids && plant_ids.filter((id) => id !== noPlant),
  }));
}

/** The users that the viewer sees, by name. */
export function readUsers(db: Database, viewer: ViewerScope): Promise<StoredUser[]> {
  return selectUsers(db, isUserSeen(viewer));
}

export async function readUser(
  db: Database,
  viewer: ViewerScope,
  id: number,
): Promise<StoredUser | null> {
  const [found] = await selectUsers(db, and(eq(account.id, id), isUserSeen(viewer)));
  return found ?? null;
}

/** The provider's staff that the viewer sees. */
export function readProviderUsers(db: Database, viewer: ViewerScope): Promise<StoredUser[]> {
  return selectUsers(
    db,
    and(
      inArray(role.key, ["admin", "super_admin"]),
      eq(account.state, "REGISTERED"),
      isUserSeen(viewer),
    ),
  );
}

/** Seats of the customers that the viewer sees, by name. */
export async function readSeats(
  db: Database,
  { customer_id }: ViewerScope,
  id?: number,
): Promise<Seats[]> {
  return db
    .select({
      customer_id: customer.id,
      name: customer.name,
      max: customer.user_limit,
      // Written out, because drizzle omits table names in queries of one table.
      total: sql<number>`(select count(*)::int from account a
        where a.customer_id = customer.id and a.deleted_at is null)`,
      is_provider: sql<boolean>`exists (select 1 from account a join role r on r.id = a.role_id
        where a.customer_id = customer.id and a.deleted_at is null
          and r.key in ('admin', 'super_admin'))`,
    } satisfies ColumnsOf<Seats>)
    .from(customer)
    .where(
      and(
        customer_id === null ? undefined : eq(customer.id, customer_id),
        id === undefined ? undefined : eq(customer.id, id),
      ),
    )
    .orderBy(asc(customer.name));
}

/** Locks the seats of this customer until the end of the transaction. */
export async function lockSeats(db: Database, customer_id: number): Promise<void> {
  await db
    .select({ id: customer.id })
    .from(customer)
    .where(eq(customer.id, customer_id))
    .for("no key update");
}

/**
 * Prevents concurrent locks, deletions and demotions until the end of the transaction. Otherwise the last
 * two super admins could remove each other.
 */
export async function lockStaff(db: Database): Promise<void> {
  await db
    .select({ id: role.id })
    .from(role)
    .where(eq(role.key, "super_admin"))
    .for("no key update");
}

/** The number of super admins who can sign in. */
export async function countSuperAdmins(db: Database): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(
      and(
        eq(role.key, "super_admin"),
        eq(account.state, "REGISTERED"),
        eq(account.locked, false),
        isNull(account.deleted_at),
      ),
    );
  return row?.total ?? 0;
}

/** Stores an invited user; answers the ID. */
export async function insertUser(
  db: Database,
  { plant_ids, ...form }: Invitation,
  now: Date,
): Promise<number> {
  const [row] = await db
    .insert(account)
    .values({ ...form, state: "PENDING", invited_at: now.toISOString() })
    .returning({ id: account.id });
  if (!row) throw new Error("an account was not stored");
  await insertPlants(db, row.id, plant_ids);
  return row.id;
}

async function insertPlants(
  db: Database,
  account_id: number,
  plant_ids: readonly number[] | null,
): Promise<void> {
  if (plant_ids === null) return;
  const ids = plant_ids.length === 0 ? [noPlant] : [...new Set(plant_ids)];
  await db.insert(accountPlant).values(ids.map((plant_id) => ({ account_id, plant_id })));
}

/** Assigns plants to a user: null for all of the customer, empty for none. */
export async function storePlants(
  db: Database,
  account_id: number,
  plant_ids: readonly number[] | null,
): Promise<void> {
  await db.delete(accountPlant).where(eq(accountPlant.account_id, account_id));
  await insertPlants(db, account_id, plant_ids);
  await bumpVersion(db, account_id);
}

/** Those of `ids` that are plants of the customer. */
export async function readPlantIdsOf(
  db: Database,
  customer_id: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .select({ id: plant.id })
    .from(plant)
    .where(and(eq(plant.customer_id, customer_id), inArray(plant.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

export async function storeRole(db: Database, id: number, role_id: number): Promise<void> {
  await db.update(account).set({ role_id }).where(eq(account.id, id));
  await bumpVersion(db, id);
}

/** Browsers of the user reload their permissions with the next request. */
async function bumpVersion(db: Database, id: number): Promise<void> {
  await db
    .update(account)
    .set({ permission_version: sql`${account.permission_version} + 1` })
    .where(eq(account.id, id));
}

/** The user can sign in from now on, without a password so far. */
export async function storeRegistered(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(account)
    .set({ state: "REGISTERED", registered_at: now.toISOString() })
    .where(eq(account.id, id));
}

/** @param by a lock by hand is not the service's to take back */
export async function storeLock(
  db: Database,
  id: number,
  locked: boolean,
  by: "hand" | "service" = "hand",
): Promise<void> {
  await db.update(account).set({ locked }).where(eq(account.id, id));
  if (by === "service") return;
  await db
    .update(provisionedUser)
    .set({ is_deactivated: false })
    .where(eq(provisionedUser.account_id, id));
}

/**
 * Ends the sessions of a user and sign-ins that have begun. `sign_ins` ends access tokens too; `address`, after a change
 * of the e-mail address, invitations and resets, which went to the former one, but no tokens: programs do not sign in by
 * mail; `all` ends all of these and passkeys.
 * @param ownerDb the role that serves requests cannot change sessions of others
 */
export async function endAccess(
  ownerDb: Database,
  id: number,
  kinds: "sign_ins" | "address" | "all",
): Promise<void> {
  await ownerDb.delete(session).where(eq(session.account_id, id));
  if (kinds !== "address") await ownerDb.delete(accessToken).where(eq(accessToken.account_id, id));
  if (kinds === "all") await ownerDb.delete(passkey).where(eq(passkey.account_id, id));
  const begun = inArray(confirmation.kind, ["email_login", "totp_login", "demo_sign_in"]);
  await ownerDb
    .delete(confirmation)
    .where(and(eq(confirmation.account_id, id), kinds === "sign_ins" ? begun : undefined));
}

/** Deletes everything about the user except the name, which is shown in the history of changes. */
export async function deleteUser(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(account)
    .set({
      // Not an address, so that the old one can be used again.
      email: `deleted:${id}`,
      state: "UNKNOWN",
      deleted_at: now.toISOString(),
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      last_used_webapp_version: null,
      last_sign_in_at: null,
    })
    .where(eq(account.id, id));
  await db.delete(accountPlant).where(eq(accountPlant.account_id, id));
  await db.delete(releaseMailRecipient).where(eq(releaseMailRecipient.account_id, id));
  await db.delete(provisionedUser).where(eq(provisionedUser.account_id, id));
  await db.delete(provisionedGroupMember).where(eq(provisionedGroupMember.account_id, id));
  await deleteInbox(db, id);
}
