// Accounts, for signing in and for requests about the session.
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { CustomerBrief } from "../../../domain/provider/customer.ts";
import type { Database } from "../../context.ts";
import { account, customer, role } from "../schema/account.ts";

export type AccountRow = typeof account.$inferSelect & { readonly role_key: string };

async function readOne(db: Database, condition: ReturnType<typeof eq>): Promise<AccountRow | null> {
  const [row] = await db
    .select({ account, role_key: role.key })
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(condition);
  return row ? { ...row.account, role_key: row.role_key } : null;
}

/** The account of an e-mail address, ignoring case. */
export function findAccount(db: Database, email: string): Promise<AccountRow | null> {
  return readOne(db, eq(sql`lower(${account.email})`, email.trim().toLowerCase()));
}

export function readAccount(db: Database, id: number): Promise<AccountRow | null> {
  return readOne(db, eq(account.id, id));
}

/** The account, which does not change until the end of the transaction. */
export async function lockAccount(db: Database, id: number): Promise<AccountRow | null> {
  await db.select({ id: account.id }).from(account).where(eq(account.id, id)).for("update");
  return readAccount(db, id);
}

type AccountState = Pick<typeof account.$inferSelect, "state" | "locked"> & {
  readonly deleted_at: string | Date | null;
};

/** True if the account can have a session: registered, not locked, not deleted. */
export function isActive({ state, locked, deleted_at }: AccountState): boolean {
  return state === "REGISTERED" && !locked && deleted_at === null;
}

export async function readCustomerBrief(db: Database, id: number): Promise<CustomerBrief | null> {
  const [row] = await db
    .select({
      id: customer.id,
      name: customer.name,
      // Without a logo there is no branding. The stored number stays, so that a version never repeats.
      white_labeling_version: sql<
        number | null
      >`case when ${customer.logo} is null then null else ${customer.white_labeling_version} end`,
    })
    .from(customer)
    .where(eq(customer.id, id));
  return row ?? null;
}

/** Uses up the time step of a TOTP code; false if this step or a later one was used before. */
export async function takeTotpStep(db: Database, id: number, step: number): Promise<boolean> {
  const taken = await db
    .update(account)
    .set({ totp_last_step: step })
    .where(
      and(eq(account.id, id), or(isNull(account.totp_last_step), lt(account.totp_last_step, step))),
    )
    .returning({ id: account.id });
  return taken.length === 1;
}

/** Replaces the hash of a password, unless the password was changed meanwhile. */
export async function replaceHash(
  db: Database,
  id: number,
  former: string,
  password_hash: string,
): Promise<void> {
  await db
    .update(account)
    .set({ password_hash })
    .where(and(eq(account.id, id), eq(account.password_hash, former)));
}

/** Stores the time of the last sign-in. */
export async function storeSignIn(db: Database, id: number, at: Date): Promise<void> {
  await db.update(account).set({ last_sign_in_at: at.toISOString() }).where(eq(account.id, id));
}

export async function storeAppVersion(db: Database, id: number, version: string): Promise<void> {
  await db.update(account).set({ last_used_webapp_version: version }).where(eq(account.id, id));
}

/** The address, the first name and the language of these accounts that can sign in, by ID. */
export async function readLocales(db: Database, ids: readonly number[]) {
  const rows = await db
    .select({
      id: account.id,
      email: account.email,
      first_name: account.first_name,
      locale: account.locale,
    })
    .from(account)
    .where(and(inArray(account.id, [...ids]), isNull(account.deleted_at)));
  return new Map(rows.map((row) => [row.id, row]));
}
