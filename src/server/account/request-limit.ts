// Limits requests that send an e-mail, per network address.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../context.ts";
import {
  delayMs,
  keyOf,
  networkOf,
  oncePerDatabase,
  openCounter,
  tooMany,
  type Counter,
} from "./rate-limit.ts";

/** Seconds of the counting period. */
const duration = 15 * 60;
/** Requests in one period per address, and of all addresses before answers are delayed. */
const free = { address: 20, all: 1000 };

type Counters = { readonly addresses: Counter; readonly all: Counter };

const countersOf = oncePerDatabase((db) => {
  const byKind = new Map<string, Counters>();
  return (kind: string): Counters => {
    const known = byKind.get(kind) ?? {
      addresses: openCounter(db, `ask_${kind}`, { points: free.address, duration }),
      all: openCounter(db, `ask_${kind}_all`, { points: free.all, duration }),
    };
    byKind.set(kind, known);
    return known;
  };
});

/**
 * Counts a request of this kind. Delays the answer if all addresses together send many.
 * @throws TOO_MANY_REQUESTS with the seconds to wait if the address sends too many
 */
export async function countRequest(db: Database, kind: string, address: string): Promise<void> {
  const { addresses, all } = countersOf(db)(kind);
  const [ofAddress, ofAll] = await Promise.all([
    addresses.penalty(keyOf(networkOf(address))),
    all.penalty("everybody"),
  ]);
  if (ofAddress.consumedPoints > addresses.points) throw tooMany(ofAddress.msBeforeNext);
  const delay = delayMs(ofAll.consumedPoints - all.points);
  if (delay > 0) await sleep(delay);
}
