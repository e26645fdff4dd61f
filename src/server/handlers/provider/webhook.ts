// Webhooks of a customer, and the log of what they were sent.
import { webhookApi } from "../../../api/provider/webhook.ts";
import { failure } from "../../../domain/error.ts";
import {
  TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
} from "../../../domain/provider/webhook.ts";
import { sealSecret } from "../../account/sealed-secret.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/provider/webhook.ts";
import { secretOf } from "../../webhook/secret-name.ts";
import { checkWebhookUrl } from "../../webhook/send.ts";
import { newWebhookSecret } from "../../webhook/signature.ts";

const needsOwner = "The key of secrets cannot be read by the role that serves requests.";

export const webhookHandlers: Handlers<typeof webhookApi> = {
  list: ({ db }, { params: { id } }) => store.readWebhooks(db, id),

  create: {
    needsOwner,
    async answer(context, { params: { id }, body }) {
      const { db, ownerDb, viewer, settings, now } = context;
      refuse(webhookApi.create, viewer, await store.countWebhooks(db, id));
      checkWebhookUrl(settings, body.url);
      const secret = newWebhookSecret();
      const sealed = await sealSecret(ownerDb, secret, secretOf(id));
      const webhook_id = await changeWithAudit(
        context,
        (transaction) =>
          store.insertWebhook(transaction, {
            ...body,
            customer_id: id,
            secret: sealed,
            created_by: viewer.account_id,
            created_at: now().toISOString(),
          }),
        (made) => ({
          action: "webhook_created",
          customer_id: id,
          detail: { webhook_id: made, ...body },
        }),
      );
      return { ...(await one(db, id, webhook_id)), secret };
    },
  },

  async update(context, { params: { id, webhook_id }, body }) {
    refuse(webhookApi.update, context.viewer);
    checkWebhookUrl(context.settings, body.url);
    const isFound = await changeWithAudit(
      context,
      (db) => store.updateWebhook(db, id, webhook_id, body),
      (isDone) =>
        isDone
          ? { action: "webhook_changed", customer_id: id, detail: { webhook_id, ...body } }
          : null,
    );
    if (!isFound) throw failure("RESOURCE_NOT_FOUND");
    return one(context.db, id, webhook_id);
  },

  renewSecret: {
    needsOwner,
    async answer(context, { params: { id, webhook_id } }) {
      refuse(webhookApi.renewSecret, context.viewer);
      const secret = newWebhookSecret();
      const sealed = await sealSecret(context.ownerDb, secret, secretOf(id));
      const name = await changeWithAudit(
        context,
        (db) => store.updateWebhookSecret(db, id, webhook_id, sealed),
        (found) =>
          found === null
            ? null
            : {
                action: "webhook_secret_renewed",
                customer_id: id,
                detail: { webhook_id, name: found },
              },
      );
      requireFound(name);
      return { ...(await one(context.db, id, webhook_id)), secret };
    },
  },

  async remove(context, { params: { id, webhook_id } }) {
    refuse(webhookApi.remove, context.viewer);
    const name = await changeWithAudit(
      context,
      (db) => store.deleteWebhook(db, id, webhook_id),
      (found) =>
        found === null
          ? null
          : { action: "webhook_removed", customer_id: id, detail: { webhook_id, name: found } },
    );
    requireFound(name);
    return store.readWebhooks(context.db, id);
  },

  async test(context, { params: { id, webhook_id } }) {
    refuse(webhookApi.test, context.viewer);
    const { db, now } = context;
    const { name } = await one(db, id, webhook_id);
    const data = { webhook_id };
    const made = await changeWithAudit(
      context,
      (transaction) =>
        store.insertDelivery(transaction, webhook_id, TEST_EVENT, { data, at: now() }),
      (delivery_id) => ({
        action: "webhook_tested",
        customer_id: id,
        detail: { webhook_id, name, delivery_id },
      }),
    );
    return delivery(db, webhook_id, made);
  },

  async deliveries({ db }, { params: { id, webhook_id } }) {
    await one(db, id, webhook_id);
    return store.readDeliveries(db, webhook_id);
  },

  async redeliver(context, { params: { id, webhook_id, delivery_id } }) {
    refuse(webhookApi.redeliver, context.viewer);
    const { db, now } = context;
    const { name } = await one(db, id, webhook_id);
    // What is no ID is the ID of nothing.
    if (!isUuid.test(delivery_id)) throw failure("RESOURCE_NOT_FOUND");
    const isFound = await changeWithAudit(
      context,
      (transaction) => store.repeatDelivery(transaction, webhook_id, delivery_id, now()),
      (isDone) =>
        isDone
          ? {
              action: "webhook_sent_again",
              customer_id: id,
              detail: { webhook_id, name, delivery_id },
            }
          : null,
    );
    if (!isFound) throw failure("RESOURCE_NOT_FOUND");
    return delivery(db, webhook_id, delivery_id);
  },
};

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws RESOURCE_NOT_FOUND if the customer has no such webhook */
async function one(db: Context["db"], customer_id: number, id: number): Promise<Webhook> {
  const all = await store.readWebhooks(db, customer_id);
  return requireFound(all.find((webhook) => webhook.id === id));
}

async function delivery(db: Database, webhook_id: number, id: string): Promise<WebhookDelivery> {
  const [found] = await store.readDeliveries(db, webhook_id, id);
  return requireFound(found);
}
