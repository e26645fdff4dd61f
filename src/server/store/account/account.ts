// Accounts as signing in and the session's own calls need them.
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
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

/** The account of an e-mail address, in any case of letters. */
export function findAccount(db: Database, email: string): Promise<AccountRow | null> {
  return readOne(db, eq(sql`lower(${account.email})`, email.trim().toLowerCase()));
}

export function readAccount(db: Database, id: number): Promise<AccountRow | null> {
  return readOne(db, eq(account.id, id));
}

type Standing = Pick<typeof account.$inferSelect, "state" | "locked"> & {
  readonly deleted_at: string | Date | null;
};

/** Only registered accounts that are neither locked nor deleted may hold a session. */
export function isActive({ state, locked, deleted_at }: Standing): boolean {
  return state === "REGISTERED" && !locked && deleted_at === null;
}

export async function readCustomerBrief(db: Database, id: number): Promise<CustomerBrief | null> {
  const [row] = await db
    .select({
      id: customer.id,
      name: customer.name,
      // Without a logo there is no white labelling; the number lives on, so that none comes twice.
      white_labeling_version: sql<
        number | null
      >`case when ${customer.logo} is null then null else ${customer.white_labeling_version} end`,
    })
    .from(customer)
    .where(eq(customer.id, id));
  return row ?? null;
}

/** Takes the time step of a TOTP code; false where this step or a later one was taken before. */
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

/** Remembers when the account signed in last. */
export async function storeSignIn(db: Database, id: number, at: Date): Promise<void> {
  await db.update(account).set({ last_sign_in_at: at.toISOString() }).where(eq(account.id, id));
}

export async function storeAppVersion(db: Database, id: number, version: string): Promise<void> {
  await db.update(account).set({ last_used_webapp_version: version }).where(eq(account.id, id));
}
