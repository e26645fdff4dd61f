// Sends what waits, again and again until it is delivered or given up. Several servers share the queue.
import { mostGivenUp, retryMs } from "../../domain/provider/webhook.ts";
import { openSecret } from "../account/sealed-secret.ts";
import type { Database, Services } from "../context.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import * as store from "../store/provider/webhook.ts";
import { secretOf } from "./secret-name.ts";
import { openSend, type Outcome, type Send } from "./send.ts";

/** How often the queue is looked at. */
const everyMs = 2000;
/** A server that dies while it sends leaves the delivery to others after this time. */
const leaseMs = 60_000;
/** Attempts at a time, and of one webhook: a slow receiver delays no other. */
const atOnce = { all: 20, each: 2 } as const;

type Parts = Pick<Services, "now" | "log" | "settings">;

/** One round: sends all that is due; answers how many attempts were made. */
export async function deliverDue(
  { now, log }: Pick<Parts, "now" | "log">,
  ownerDb: Database,
  send: Send,
): Promise<number> {
  const at = now();
  const due = await store.claimDeliveries(ownerDb, at, {
    ...atOnce,
    until: new Date(at.getTime() + leaseMs),
  });
  await Promise.all(
    due.map(async (claimed) => {
      const secret = await openSecret(ownerDb, claimed.secret, secretOf(claimed.customer_id));
      const outcome = await send({ ...claimed, secret }, now());
      await settle(ownerDb, claimed, outcome, now());
    }),
  ).catch((error: unknown) => log.error(error, "a webhook delivery could not be settled"));
  return due.length;
}

/** Stores what came of an attempt, and stops a webhook whose receiver does not answer. */
async function settle(
  ownerDb: Database,
  claimed: store.ClaimedDelivery,
  { fault, status, duration_ms, isGone }: Outcome,
  at: Date,
): Promise<void> {
  const wait = fault === null || isGone ? null : retryMs(claimed.attempts);
  const next_attempt_at = wait === null ? null : new Date(at.getTime() + wait).toISOString();
  const state = fault === null ? "delivered" : wait === null ? "given_up" : "waiting";
  const last = { state, status, fault, duration_ms, next_attempt_at } as const;
  await ownerDb.transaction(async (db) => {
    await store.storeAttempt(db, claimed, { ...last, attempted_at: at.toISOString() });
    if (state === "waiting" || claimed.event === "webhook.test") return;
    const isStopped = await store.countGivenUp(db, claimed.webhook_id, {
      isGivenUp: state === "given_up",
      // Who answers "gone" wants no more.
      most: isGone ? 1 : mostGivenUp,
      at,
    });
    if (!isStopped) return;
    const { customer_id, webhook_id, name } = claimed;
    await writeAuditEntry(
      { viewer: { account_id: null, customer_id }, request_id: claimed.id },
      db,
      { action: "webhook_stopped", customer_id, detail: { webhook_id, name } },
    );
  });
}

/** Runs round after round until stopped. A round that fails is logged, and the next one tries again. */
export function startWebhooks(parts: Parts, ownerDb: Database): { stop(): Promise<void> } {
  const send = openSend(parts.settings);
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      // A full round has probably left some.
      while (!isStopping && (await deliverDue(parts, ownerDb, send)) >= atOnce.all);
    } catch (error) {
      parts.log.error(error, "webhooks could not be sent");
    }
    isBusy = false;
  };
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = round();
  }, everyMs);
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
