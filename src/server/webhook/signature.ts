// The signature of webhooks, as "Standard Webhooks" 1.0 writes it: https://www.standardwebhooks.com
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret: 256 random bits. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

export type Signed = { readonly id: string; readonly seconds: number; readonly body: string };

/** "v1," and the HMAC-SHA256 of ID, time (seconds since 1970) and body, joined by points, in base64. */
export function webhookSignature(secret: string, { id, seconds, body }: Signed): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}
