// Webhooks: the product reports changes to a system of the customer by HTTPS. Signed as "Standard Webhooks" says.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { exactLineShape, lineShape } from "../text.ts";

/** Events that a webhook can subscribe to. The names are public: receivers rely on them. */
export const webhookEvents = [
  "finding.status_changed",
  "work_order.created",
  "work_order.changed",
  "work_order.done",
  "survey.released",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Sent when somebody asks for a test. */
export const TEST_EVENT = "webhook.test";
export const sentEvents = [...webhookEvents, TEST_EVENT] as const;
export type SentEvent = (typeof sentEvents)[number];

/** Most webhooks of one customer. */
export const mostWebhooks = 10;

/** Seconds before each attempt after the first: about a day in all. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 28_800, 28_800] as const;
/** Deliveries in a row that were given up, after which a webhook is stopped. */
export const mostGivenUp = 3;

/** Why an attempt failed. */
export const webhookFaults = [
  /** Another status than 2xx. */
  "status",
  "redirect",
  "timeout",
  "too_large",
  /** The address is not public, or not permitted by the operator. */
  "address",
  /** No connection, or one without a valid certificate. */
  "connection",
  /** The secret cannot be read, so nothing can be signed. */
  "secret",
] as const;
export type WebhookFault = (typeof webhookFaults)[number];

export const deliveryStates = ["waiting", "delivered", "given_up"] as const;

export const webhookShape = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_on: z.boolean(),
  /** The product has stopped it, because its receiver did not answer; null else. */
  stopped_at: z.string().nullable(),
  created_at: z.string(),
  /** Null before the first delivery. */
  last_delivered_at: z.string().nullable(),
  /** Deliveries that wait for an attempt. */
  waiting: z.number().int(),
});
export type Webhook = z.infer<typeof webhookShape>;

const MOST_URL = 500;

/** Why this cannot be the address of a webhook, or null. Which network it is in is asked when it is sent. */
export function webhookUrlRefusal(
  text: string,
  isOwnHost: (host: string) => boolean,
): Refusal | null {
  const url = URL.parse(text);
  const refused = (reason: string) => ({ reason, field: "url" });
  if (url === null || url.hostname === "") return refused("webhook_url_invalid");
  const isOwn = isOwnHost(url.host);
  if (url.protocol !== "https:" && !(isOwn && url.protocol === "http:")) {
    return refused("webhook_url_https");
  }
  // They would be stored, shown and logged in plain text.
  if (url.username !== "" || url.password !== "") return refused("webhook_url_password");
  return url.hash === "" ? null : refused("webhook_url_invalid");
}

export const webhookFormShape = z.object({
  name: lineShape.min(1).max(60),
  url: exactLineShape.min(1).max(MOST_URL),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .refine((events) => new Set(events).size === events.length, "scope_twice"),
});
export type WebhookForm = z.infer<typeof webhookFormShape>;

export const webhookChangeShape = webhookFormShape.extend({ is_on: z.boolean() });
export type WebhookChange = z.infer<typeof webhookChangeShape>;

/** With the secret, which is answered this once. */
export const issuedWebhookShape = webhookShape.extend({ secret: z.string() });
export type IssuedWebhook = z.infer<typeof issuedWebhookShape>;

export const deliveryShape = z.object({
  /** The header `webhook-id`: the same in all attempts. */
  id: z.string(),
  event: z.enum(sentEvents),
  state: z.enum(deliveryStates),
  created_at: z.string(),
  attempts: z.number().int(),
  /** Of the last attempt; null before it. */
  attempted_at: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  /** Null where there was no answer. */
  status: z.number().int().nullable(),
  fault: z.enum(webhookFaults).nullable(),
  /** Null where none follows. */
  next_attempt_at: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof deliveryShape>;

/** Why the customer gets no further webhook, or null. */
export function webhookRefusal(count: number): Refusal | null {
  return count < mostWebhooks ? null : { reason: "webhooks_full", values: { most: mostWebhooks } };
}

/** What is sent. IDs and states alone: who wants more asks for it with rights of its own. */
export const webhookDataShape = z.union([
  z.object({
    plant_id: idShape,
    findings: z.array(z.object({ finding_id: idShape, status: z.string() })),
  }),
  z.object({
    plant_id: idShape,
    work_order_id: idShape,
    order: z.string(),
    status: z.string(),
    revision: z.number().int(),
    finding_ids: z.array(idShape),
  }),
  z.object({ plant_id: idShape, analysis_id: idShape }),
  z.object({ webhook_id: idShape }),
]);
export type WebhookData = z.infer<typeof webhookDataShape>;

/** The body of a delivery. */
export function webhookBody(type: SentEvent, at: Date, data: WebhookData): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/** Milliseconds until the attempt that follows so many; null where none does. */
export function retryMs(attempts: number): number | null {
  const seconds = retrySeconds[attempts - 1];
  return seconds === undefined ? null : seconds * 1000;
}
