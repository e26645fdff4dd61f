// Webhooks of a customer, and the log of what they were sent.
import { z } from "zod";
import {
  deliveryShape,
  issuedWebhookShape,
  webhookChangeShape,
  webhookFormShape,
  webhookRefusal,
  webhookShape,
} from "../../domain/provider/webhook.ts";
import { allPlantsRefusal, type ViewerFacts } from "../../domain/account/viewer.ts";
import { idTextShape } from "../../domain/id.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";

const params = z.object({ id: idTextShape });
const one = params.extend({ webhook_id: idTextShape });
const scope = { customer: "id" } as const;
const permission = "MANAGE_WEBHOOK";
/** A webhook sends what happens at every plant. */
const ofAllPlants = (viewer: ViewerFacts) => allPlantsRefusal(viewer);

export const webhookApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/webhooks",
    summary: "The webhooks of the customer without their secrets.",
    permission,
    scope,
    params,
    answer: z.array(webhookShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/webhooks",
    summary:
      "Creates a webhook. Its secret is answered once. What is sent is signed by Standard Webhooks (headers webhook-id, webhook-timestamp, webhook-signature).",
    permission,
    refusal: (viewer: ViewerFacts, count: number) =>
      allPlantsRefusal(viewer) ?? webhookRefusal(count),
    scope,
    params,
    body: webhookFormShape,
    answer: issuedWebhookShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/webhooks/{webhook_id}",
    summary: "Changes a webhook, switches it off, or on again after the product has stopped it.",
    permission,
    refusal: ofAllPlants,
    scope,
    params: one,
    body: webhookChangeShape,
    answer: webhookShape,
  }),
  renewSecret: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/webhooks/{webhook_id}/secret",
    summary: "Gives a webhook a new secret, which is answered once. The former one ends.",
    permission,
    refusal: ofAllPlants,
    scope,
    params: one,
    answer: issuedWebhookShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/webhooks/{webhook_id}",
    summary: "Deletes a webhook with its log. What waits is not sent.",
    permission,
    refusal: ofAllPlants,
    scope,
    params: one,
    answer: z.array(webhookShape),
  }),
  test: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/webhooks/{webhook_id}/test",
    summary: "Sends the event webhook.test; the log says what came of it.",
    permission,
    refusal: ofAllPlants,
    scope,
    params: one,
    answer: deliveryShape,
  }),
  deliveries: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/webhooks/{webhook_id}/deliveries",
    summary:
      "The last hundred deliveries of a webhook, newest first, with the last attempt of each.",
    permission,
    scope,
    params: one,
    answer: z.array(deliveryShape),
  }),
  redeliver: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}",
    summary: "Sends a delivery again, under the same ID.",
    permission,
    refusal: ofAllPlants,
    scope,
    params: one.extend({ delivery_id: exactLineShape.min(1).max(40) }),
    answer: deliveryShape,
  }),
};
