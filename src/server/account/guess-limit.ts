// Guessing made slow: failed sign-ins are counted per account and address, per address and per account.
// A stranger who keeps guessing is refused at his own address; the account's owner, elsewhere, never is.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../context.ts";
import { delayMs, keyOf, networkOf, oncePerDatabase, openCounter, tooMany } from "./rate-limit.ts";

const minute = 60;
/** Failures that cost nothing; each further one doubles the wait. */
const free = 5;
const longestWaitS = 15 * minute;
/** Failures of everybody together, in an hour, after which answers come later. */
const freeOfAll = 2000;
/** Guesses of one account and address that are judged at once: more could outrun their count. */
const mostAtOnce = free;
/** A guess whose end was never reported is over by now. */
const overAfterMs = 10_000;

export type GuessLimit = {
  /** Waits or throws TOO_MANY_REQUESTS where too many guesses went before or are under way. */
  before(account: string, address: string): Promise<void>;
  failed(account: string, address: string): Promise<void>;
  succeeded(account: string, address: string): Promise<void>;
  /** Neither: what was guessed was right, but more is to be guessed. */
  passed(account: string, address: string): void;
};

export function guessLimit(db: Database): GuessLimit {
  const pairs = openCounter(db, "pair", { points: free, duration: 60 * minute });
  /** Only ever blocked, for as long as a pair has to wait. */
  const waits = openCounter(db, "wait", { points: 0, duration: longestWaitS });
  const addresses = openCounter(db, "address", { points: 100, duration: 15 * minute });
  const accounts = openCounter(db, "account", { points: 20, duration: 60 * minute });
  /** When the guesses under way began, by pair. */
  const running = new Map<string, number[]>();

  function begin(pair: string): void {
    const now = performance.now();
    const open = (running.get(pair) ?? []).filter((begun) => now - begun < overAfterMs);
    if (open.length >= mostAtOnce) throw tooMany(1000);
    running.set(pair, [...open, now]);
  }

  function end(pair: string): void {
    const [, ...open] = running.get(pair) ?? [];
    if (open.length === 0) running.delete(pair);
    else running.set(pair, open);
  }

  return {
    async before(account, from) {
      const address = networkOf(from);
      const pair = keyOf(account, address);
      begin(pair);
      try {
        const [wait, ofAddress, ofAccount, ofAll] = await Promise.all([
          waits.get(pair),
          addresses.get(keyOf(address)),
          accounts.get(keyOf(account)),
          accounts.get("everybody"),
        ]);
        if (wait) throw tooMany(wait.msBeforeNext);
        if (ofAddress && ofAddress.consumedPoints >= addresses.points) {
          throw tooMany(ofAddress.msBeforeNext);
        }
        const delay = delayMs(
          Math.max(
            (ofAccount?.consumedPoints ?? 0) - accounts.points,
            (ofAll?.consumedPoints ?? 0) - freeOfAll,
          ),
        );
        if (delay > 0) await sleep(delay);
      } catch (error) {
        end(pair);
        throw error;
      }
    },
    async failed(account, from) {
      const address = networkOf(from);
      const pair = keyOf(account, address);
      try {
        const [{ consumedPoints }] = await Promise.all([
          pairs.penalty(pair),
          addresses.penalty(keyOf(address)),
          accounts.penalty(keyOf(account)),
          accounts.penalty("everybody"),
        ]);
        if (consumedPoints < pairs.points) return;
        const seconds = Math.min(2 ** (consumedPoints - pairs.points), longestWaitS);
        await waits.block(pair, seconds);
      } finally {
        end(pair);
      }
    },
    async succeeded(account, from) {
      const pair = keyOf(account, networkOf(from));
      end(pair);
      await Promise.all([pairs.delete(pair), waits.delete(pair), accounts.delete(keyOf(account))]);
    },
    passed: (account, from) => end(keyOf(account, networkOf(from))),
  };
}

/** The limit over this database, made once. */
export const guessLimitOf = oncePerDatabase(guessLimit);
