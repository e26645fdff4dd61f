// How often an address may ask for something that costs a mail, whatever account it is about.
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

/** Seconds; free in them per address, and for all addresses together before answers come later. */
const duration = 15 * 60;
const free = { address: 20, everybody: 1000 };

type Counters = { readonly addresses: Counter; readonly all: Counter };

const countersOf = oncePerDatabase((db) => {
  const byKind = new Map<string, Counters>();
  return (kind: string): Counters => {
    const known = byKind.get(kind) ?? {
      addresses: openCounter(db, `ask_${kind}`, { points: free.address, duration }),
      all: openCounter(db, `ask_${kind}_all`, { points: free.everybody, duration }),
    };
    byKind.set(kind, known);
    return known;
  };
});

/**
 * Counts one more request of this kind.
 * @throws TOO_MANY_REQUESTS with the seconds to wait where the address asked too often
 */
export async function countAsking(db: Database, kind: string, address: string): Promise<void> {
  const { addresses, all } = countersOf(db)(kind);
  const [own, others] = await Promise.all([
    addresses.penalty(keyOf(networkOf(address))),
    all.penalty("everybody"),
  ]);
  if (own.consumedPoints > addresses.points) throw tooMany(own.msBeforeNext);
  const delay = delayMs(others.consumedPoints - all.points);
  if (delay > 0) await sleep(delay);
}
