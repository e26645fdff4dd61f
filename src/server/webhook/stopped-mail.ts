// The mail that says that a webhook was stopped: the customer's system gets no more messages.
import type { Database, Services } from "../context.ts";
import { webhookStoppedMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import { readWebhookKeepers } from "../store/provider/webhook-keeper.ts";

/** Goes to those of the customer who can switch it on again, and to who made it. A mail that fails is logged. */
export async function mailStopped(
  parts: Pick<Services, "log" | "settings" | "mail" | "files">,
  ownerDb: Database,
  {
    webhook_id,
    name,
    url,
  }: { readonly webhook_id: number; readonly name: string; readonly url: string },
): Promise<void> {
  const about = {
    name,
    host: new URL(url).host,
    url: `${parts.settings.public_url}/settings/webhooks`,
  };
  for (const reader of await readWebhookKeepers(ownerDb, webhook_id)) {
    await mailNotice({ ...parts, ownerDb }, reader, (brand) =>
      webhookStoppedMail(reader, reader.locale, about, brand),
    );
  }
}
