// Who looks after a webhook.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Permission } from "../../../domain/account/permission.ts";
import type { Locale } from "../../../domain/account/user.ts";
import type { Database } from "../../context.ts";
import { account, role } from "../schema/account.ts";
import { webhook } from "../schema/webhook.ts";

export type WebhookKeeper = {
  readonly id: number;
  readonly customer_id: number;
  readonly email: string;
  readonly first_name: string;
  readonly locale: Locale;
};

const managing: Permission = "MANAGE_WEBHOOK";

/** Users of its customer who may manage webhooks, and who made it, as long as they can sign in. */
export function readWebhookKeepers(
  ownerDb: Database,
  webhook_id: number,
): Promise<WebhookKeeper[]> {
  const mayManage = or(sql`${managing} = any(${role.permissions})`, eq(role.key, "super_admin"));
  return ownerDb
    .select({
      id: account.id,
      customer_id: account.customer_id,
      email: account.email,
      first_name: account.first_name,
      locale: account.locale,
    })
    .from(webhook)
    .innerJoin(
      account,
      or(
        eq(account.customer_id, webhook.customer_id),
        eq(account.id, sql`coalesce(${webhook.created_by}, 0)`),
      ),
    )
    .innerJoin(role, eq(role.id, account.role_id))
    .where(
      and(
        eq(webhook.id, webhook_id),
        mayManage,
        eq(account.state, "REGISTERED"),
        eq(account.locked, false),
        isNull(account.deleted_at),
      ),
    )
    .orderBy(account.id);
}
