// Invitations: a link with which an invited user registers once.
import { eq, sql } from "drizzle-orm";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { OwnerContext } from "../context.ts";
import { invitationMail } from "../mail/mails.ts";
import { mailNotice, type MailFate } from "../mail/notice.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import {
  countConfirmations,
  createConfirmation,
  voidConfirmations,
} from "../store/account/confirmation.ts";
import { account } from "../store/schema/account.ts";

type InvitationContext = Pick<
  OwnerContext,
  "db" | "ownerDb" | "viewer" | "settings" | "now" | "mail" | "log" | "files" | "request_id"
>;

/** The address where the invited user registers. */
export function registerUrl({ settings }: Pick<OwnerContext, "settings">, key: string): string {
  return `${settings.public_url}/register/${key}`;
}

/**
 * Creates a new registration key for a pending account, valid for seven days, e-mails the link in the
 * account's language and answers the key. Older keys become invalid. A failed e-mail is only logged, because
 * the inviting user can pass on the key.
 * @throws RESOURCE_NOT_FOUND if the viewer does not see the account, CONFLICT if it is registered or locked,
 *   TOO_MANY_REQUESTS if too soon after the last one or too often in a day
 */
export async function sendInvitation(
  context: InvitationContext,
  account_id: number,
): Promise<string> {
  return (await invite(context, account_id)).key;
}

/** As `sendInvitation`, and what became of the e-mail. @throws as `sendInvitation` */
export async function invite(
  context: InvitationContext,
  account_id: number,
): Promise<{ readonly key: string; readonly mail: MailFate }> {
  const { db, ownerDb, now } = context;
  const [seen] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, account_id));
  if (!seen) throw failure("RESOURCE_NOT_FOUND");
  const at = now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const { key, row } = await ownerDb.transaction(async (transaction) => {
    // Serialises concurrent invitations.
    const [row] = await transaction
      .select()
      .from(account)
      .where(eq(account.id, account_id))
      .for("update");
    if (!row || row.deleted_at !== null) throw failure("RESOURCE_NOT_FOUND");
    if (row.state !== "PENDING") throw failure("CONFLICT", { reason: "user_registered_already" });
    if (row.locked) throw failure("CONFLICT", { reason: "user_locked" });
    const count = (since: Date) => countConfirmations(transaction, account_id, "register", since);
    const isSoon = (await count(ago(limits.invitationPauseMs))) > 0;
    if (isSoon || (await count(ago(24 * 3600_000))) >= limits.invitationsPerDay) {
      throw failure("TOO_MANY_REQUESTS", { reason: "invitation_sent_lately" });
    }
    await voidConfirmations(transaction, account_id, ["register", "totp_secret"], at);
    const key = await createConfirmation(transaction, {
      account_id,
      kind: "register",
      code: null,
      now: at,
      expires_at: new Date(at.getTime() + limits.invitationMs),
    });
    await transaction
      .update(account)
      .set({ invited_at: sql`${at.toISOString()}::timestamptz` })
      .where(eq(account.id, account_id));
    await writeAuditEntry(context, transaction, {
      action: "user_invited",
      customer_id: row.customer_id,
      detail: { user_id: account_id },
    });
    return { key, row };
  });
  const mail = await mailNotice(context, row, (brand) =>
    invitationMail(row, row.locale, registerUrl(context, key), brand),
  );
  return { key, mail };
}
