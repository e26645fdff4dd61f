// The webhooks of the customer that the viewer acts for, and the logs of what they were sent.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { session } from "../../client/session.ts";
import type {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookForm,
} from "../../domain/provider/webhook.ts";
import { sessionAtom } from "../account/session.ts";
import { t } from "../shell/locale.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { showDone } from "../shell/toast.ts";

/** Null for staff who act for no customer. */
export const webhookCustomerAtom = atom((get) => get(sessionAtom)?.customer?.id ?? null);

const customerId = () => session()?.customer?.id ?? 0;
const key = () => ["webhooks", customerId()];
const logKey = (id: number) => ["webhook-deliveries", id];

export const webhooksAtom = queryOf((get): ServerQuery<readonly Webhook[]> | null => {
  const id = get(webhookCustomerAtom);
  return id === null
    ? null
    : { key: key(), ask: (options) => call(api.webhook.list, { params: { id } }, options) };
});

/** By the ID of the webhook. */
export const deliveriesOf = queriesById((webhook_id: number) => ({
  key: logKey(webhook_id),
  ask: (options) => call(api.webhook.deliveries, { params: ownParams(webhook_id) }, options),
}));

/** Fetches webhooks and the log of one again: the server sends by itself. */
export async function reloadWebhook(webhook_id: number): Promise<void> {
  await Promise.all([reload(key()), reload(logKey(webhook_id))]);
}

const ownParams = (webhook_id: number) => ({ id: customerId(), webhook_id });

/** Creates a webhook; answers its secret, which is shown this once. Rejects with the refusal. */
export const createWebhook = atom(null, async (_get, _set, body: WebhookForm): Promise<string> => {
  const { secret, ...made } = await call(api.webhook.create, {
    params: { id: customerId() },
    body,
  });
  updateAnswer<readonly Webhook[]>(key(), (known) => [...known, made]);
  return secret;
});

/** Rejects with the refusal. */
export const changeWebhook = atom(null, async (_get, _set, id: number, body: WebhookChange) => {
  keep(await call(api.webhook.update, { params: ownParams(id), body }));
});

/** Answers the new secret, which is shown this once. Rejects with the refusal. */
export const renewWebhookSecret = atom(null, async (_get, _set, id: number): Promise<string> => {
  const { secret, ...row } = await call(api.webhook.renewSecret, { params: ownParams(id) });
  keep(row);
  return secret;
});

export const removeWebhook = atom(null, async (_get, _set, { id, name }: Webhook) => {
  const rest = await call(api.webhook.remove, { params: ownParams(id) });
  updateAnswer<readonly Webhook[]>(key(), () => rest);
  showDone(t("webhook:removed", { name }));
});

/** The log shows what comes of it. Rejects with the refusal. */
export const testWebhook = atom(null, async (_get, _set, id: number) => {
  keepDelivery(id, await call(api.webhook.test, { params: ownParams(id) }));
});

/** Rejects with the refusal. */
export const redeliver = atom(null, async (_get, _set, id: number, delivery_id: string) => {
  const params = { ...ownParams(id), delivery_id };
  keepDelivery(id, await call(api.webhook.redeliver, { params }));
});

function keep(row: Webhook): void {
  updateAnswer<readonly Webhook[]>(key(), (known) =>
    known.map((one) => (one.id === row.id ? row : one)),
  );
}

function keepDelivery(webhook_id: number, row: WebhookDelivery): void {
  updateAnswer<readonly WebhookDelivery[]>(logKey(webhook_id), (known) =>
    known.some(({ id }) => id === row.id)
      ? known.map((one) => (one.id === row.id ? row : one))
      : [row, ...known],
  );
}
