// Who gets their inbox by mail, and until when it was mailed.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { InboxSettings } from "../../../domain/inbox/inbox.ts";
import type { Locale } from "../../../domain/account/user.ts";
import type { Permission } from "../../../domain/account/permission.ts";
import type { Database } from "../../context.ts";
import { account, accountPlant, role } from "../schema/account.ts";
import { inboxSetting } from "../schema/inbox.ts";

/** A user as a session of theirs would have it, without acting for another user. */
export type MailReader = {
  readonly account_id: number;
  readonly customer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly locale: Locale;
  readonly role_key: string;
  readonly permissions: readonly Permission[];
  readonly plant_ids: number[] | null;
  readonly acting_customer_id: null;
  readonly hidden_admin: false;
  readonly admin_permissions: readonly Permission[];
  readonly session_shows_all: false;
  readonly ways: InboxSettings;
  readonly mailed_at: string;
  readonly digest_at: string;
};

export type InboxMark = "mailed_at" | "digest_at";

/** Users who can sign in and asked for mails. */
export async function readMailReaders(ownerDb: Database): Promise<MailReader[]> {
  const rows = await ownerDb
    .select({
      account_id: account.id,
      customer_id: account.customer_id,
      first_name: account.first_name,
      last_name: account.last_name,
      email: account.email,
      locale: account.locale,
      role_key: role.key,
      permissions: role.permissions,
      plant_ids: sql<
        number[] | null
      >`(select array_agg(p.plant_id) from ${accountPlant} p where p.account_id = ${account.id})`,
      ways: inboxSetting.ways,
      mailed_at: inboxSetting.mailed_at,
      digest_at: inboxSetting.digest_at,
    })
    .from(inboxSetting)
    .innerJoin(account, eq(account.id, inboxSetting.account_id))
    .innerJoin(role, eq(role.id, account.role_id))
    .where(
      and(
        eq(account.state, "REGISTERED"),
        eq(account.locked, false),
        isNull(account.deleted_at),
        sql`exists (select 1 from jsonb_each_text(${inboxSetting.ways}) way where way.value in ('at_once', 'digest'))`,
      ),
    )
    .orderBy(account.id);
  return rows.map((row) => ({
    ...row,
    acting_customer_id: null,
    hidden_admin: false,
    admin_permissions: [],
    session_shows_all: false,
  }));
}

/** Moves a mark on; false where it is no longer where it was: another server was first. */
export async function moveMark(
  ownerDb: Database,
  account_id: number,
  mark: InboxMark,
  from: string,
  to: string,
): Promise<boolean> {
  const moved = await ownerDb
    .update(inboxSetting)
    .set({ [mark]: to })
    .where(
      and(
        eq(inboxSetting.account_id, account_id),
        // Marks are read with milliseconds, and the default of the database has more.
        sql`date_trunc('milliseconds', ${inboxSetting[mark]}) = ${from}::timestamptz`,
      ),
    )
    .returning({ id: inboxSetting.account_id });
  return moved.length > 0;
}
