// One attempt to deliver: the request, its limits, and what came of it.
import { AddressRefused, isPublicAddress, openPublicFetch } from "../adapters/public-fetch.ts";
import { isIP } from "node:net";
import { failure } from "../../domain/error.ts";
import { webhookUrlRefusal, type WebhookFault } from "../../domain/provider/webhook.ts";
import type { Settings } from "../start/settings.ts";
import { webhookSignature } from "./signature.ts";

/** Of an answer. What it says is not used, so a little of it is read. */
export const answerLimits = { ms: 10_000, bytes: 65_536 } as const;

export type Outcome = {
  /** Null where the attempt succeeded. */
  readonly fault: WebhookFault | null;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** The receiver says that it wants no more. */
  readonly isGone: boolean;
};

export type Sent = {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
};
export type Send = (sent: Sent, now: Date) => Promise<Outcome>;

type HostSettings = Pick<Settings, "webhook_hosts" | "outside_hosts">;

/** @param ms longest time of an attempt */
export function openSend(
  { webhook_hosts, outside_hosts }: HostSettings,
  ms: number = answerLimits.ms,
): Send {
  const ask = openPublicFetch({
    hosts: new Set(webhook_hosts),
    permitted: outside_hosts,
    timeoutMs: ms,
    mostBytes: answerLimits.bytes,
  });
  return async ({ url, secret, id, body }, now) => {
    const began = performance.now();
    const seconds = Math.floor(now.getTime() / 1000);
    const duration = () => Math.round(performance.now() - began);
    try {
      const { status } = await ask(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "heliograph-webhook/1",
          "content-length": String(Buffer.byteLength(body)),
          "webhook-id": id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": webhookSignature(secret, { id, seconds, body }),
        },
        body,
      });
      const isDone = status >= 200 && status < 300;
      const fault = isDone ? null : status >= 300 && status < 400 ? "redirect" : "status";
      return { fault, status, duration_ms: duration(), isGone: status === 410 };
    } catch (error) {
      const duration_ms = duration();
      // What was broken off by the limit looks like a lost connection, where the answer had begun.
      const fault = duration_ms >= ms ? "timeout" : faultOf(error);
      return { fault, status: null, duration_ms, isGone: false };
    }
  };
}

function faultOf(error: unknown): WebhookFault {
  if (error instanceof AddressRefused) return "address";
  return error instanceof RangeError ? "too_large" : "connection";
}

/** @throws BAD_REQUEST for an address that no delivery would be sent to */
export function checkWebhookUrl({ webhook_hosts }: HostSettings, text: string): void {
  const refusal = webhookUrlRefusal(text, (host) => webhook_hosts.includes(host));
  if (refusal) throw failure("BAD_REQUEST", refusal);
  const { host, hostname } = new URL(text);
  const literal = hostname.replace(/^\[|\]$/g, "");
  const isLocal = /(^|\.)localhost\.?$/.test(hostname);
  const isPrivate = isLocal || (isIP(literal) !== 0 && !isPublicAddress(literal));
  if (isPrivate && !webhook_hosts.includes(host)) {
    throw failure("BAD_REQUEST", { reason: "webhook_url_private", field: "url" });
  }
}
