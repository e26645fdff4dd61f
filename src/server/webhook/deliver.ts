// Sends what waits, again and again until it is delivered or given up. Several servers share the queue.
import { mostGivenUp, retryMs } from "../../domain/provider/webhook.ts";
import { openSecret } from "../account/sealed-secret.ts";
import type { Database, Services } from "../context.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import * as store from "../store/provider/webhook.ts";
import { secretOf } from "./secret-name.ts";
import { mailStopped } from "./stopped-mail.ts";
import { openSend, type Outcome, type Send } from "./send.ts";

/** How often the queue is read. */
const everyMs = 2000;
/** A server that dies while it sends leaves the delivery to others after this time. */
const leaseMs = 60_000;
/** Attempts at a time, and those of one webhook and of one customer: a slow receiver delays no other. */
const atOnce = { all: 40, each: 2, ofCustomer: 8 } as const;

type Parts = Pick<Services, "now" | "log" | "settings" | "mail" | "files">;

/**
 * Takes what is due and begins to send it.
 * @param busy the webhook of each attempt that runs; attempts add and remove theirs
 */
async function begin(
  parts: Parts,
  ownerDb: Database,
  send: Send,
  busy: number[],
): Promise<Promise<void>[]> {
  const { now, log } = parts;
  const at = now();
  const due = await store.claimDeliveries(ownerDb, at, {
    ...atOnce,
    all: atOnce.all - busy.length,
    until: new Date(at.getTime() + leaseMs),
    busy,
  });
  busy.push(...due.map(({ webhook_id }) => webhook_id));
  return due.map(async (claimed) => {
    try {
      const secret = await openSecret(ownerDb, claimed.secret, secretOf(claimed.customer_id)).catch(
        (error: unknown) => {
          log.error(error, "the secret of a webhook could not be read");
          return null;
        },
      );
      const outcome = secret === null ? noSecret : await send({ ...claimed, secret }, now());
      const isStopped = await settle(ownerDb, claimed, outcome, now());
      if (isStopped) await mailStopped(parts, ownerDb, claimed);
    } catch (error) {
      log.error(error, "a webhook delivery could not be settled");
    } finally {
      busy.splice(busy.indexOf(claimed.webhook_id), 1);
    }
  });
}

/** Without a signature nothing is sent. It is given up like what is not answered: it must not wait for ever. */
const noSecret: Outcome = { fault: "secret", status: null, duration_ms: 0, isGone: false };

/** One round: sends all that is due; answers how many attempts were made. */
export async function deliverDue(parts: Parts, ownerDb: Database, send: Send): Promise<number> {
  const begun = await begin(parts, ownerDb, send, []);
  await Promise.all(begun);
  return begun.length;
}

/** Stores what came of an attempt, and stops a webhook whose receiver does not answer: true where it does so now. */
async function settle(
  ownerDb: Database,
  claimed: store.ClaimedDelivery,
  { fault, status, duration_ms, isGone }: Outcome,
  at: Date,
): Promise<boolean> {
  const wait = fault === null || isGone ? null : retryMs(claimed.attempts);
  const next_attempt_at = wait === null ? null : new Date(at.getTime() + wait).toISOString();
  const state = fault === null ? "delivered" : wait === null ? "given_up" : "waiting";
  const last = { state, status, fault, duration_ms, next_attempt_at } as const;
  return ownerDb.transaction(async (db) => {
    await store.storeAttempt(db, claimed, { ...last, attempted_at: at.toISOString() });
    if (state === "waiting" || claimed.event === "webhook.test") return false;
    const isStopped = await store.countGivenUp(db, claimed.webhook_id, {
      isGivenUp: state === "given_up",
      // Who answers "gone" wants no more.
      most: isGone ? 1 : mostGivenUp,
      at,
    });
    if (!isStopped) return false;
    const { customer_id, webhook_id, name } = claimed;
    await writeAuditEntry(
      { viewer: { account_id: null, customer_id }, request_id: claimed.id },
      db,
      { action: "webhook_stopped", customer_id, detail: { webhook_id, name } },
    );
    return true;
  });
}

/** Takes what is due until stopped. A look that fails is logged, and the next one tries again. */
export function startWebhooks(
  parts: Parts,
  ownerDb: Database,
  send: Send = openSend(parts.settings),
): { stop(): Promise<void> } {
  const busy: number[] = [];
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let isLooking = false;
  let isAsked = false;
  const look = async () => {
    isLooking = true;
    while (isAsked && !isStopping && busy.length < atOnce.all) {
      isAsked = false;
      try {
        for (const attempt of await begin(parts, ownerDb, send, busy)) follow(attempt);
      } catch (error) {
        parts.log.error(error, "webhooks could not be sent");
      }
    }
    isLooking = false;
  };
  /** Nothing waits for the slowest attempt: the place of one that has ended is free. */
  const follow = (attempt: Promise<void>) => {
    const ended = attempt.then(() => {
      running.delete(ended);
      start();
    });
    running.add(ended);
  };
  let looked: Promise<void> = Promise.resolve();
  const start = () => {
    isAsked = true;
    if (!isLooking) looked = look();
  };
  const timer = setInterval(start, everyMs);
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await looked;
      await Promise.all(running);
    },
  };
}
