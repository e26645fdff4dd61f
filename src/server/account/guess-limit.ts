// Slows down guessing: failed sign-ins are counted per account and address, per address and per account.
// An attacker is refused at their own address. The account's owner at another address goes on: at an address
// where they signed in before always, elsewhere up to a number of failures in a row.
import { setTimeout as sleep } from "node:timers/promises";
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { delayMs, keyOf, networkOf, oncePerDatabase, openCounter, tooMany } from "./rate-limit.ts";

const minute = 60;
/** Failures without a wait; each further one doubles the wait. */
const free = 5;
const maxWaitS = 15 * minute;
/** Failures of all accounts in an hour before answers are delayed. */
const freeOfAll = 2000;
/** Concurrent guesses of one account and address: more could outrun the counter. */
const maxAtOnce = free;
/**
 * Consecutive failures of one account, over all addresses, after which only known addresses go on; and of
 * a known address alone. See decisions/guessing.md.
 */
const mostInARow = 100;
const rowEndsAfterS = 30 * 24 * 60 * minute;
/** An address is known for this time after a sign-in that was completed there. */
const knownForS = 90 * 24 * 60 * minute;
/** A guess whose end is not reported counts as ended after this time. */
const endedAfterMs = 10_000;

export type GuessLimit = {
  /** Waits, or throws TOO_MANY_REQUESTS, after too many guesses. Call it before each guess. */
  before(account: string, address: string): Promise<void>;
  failed(account: string, address: string): Promise<void>;
  /** Forgets the failures, and remembers the address as one of the account. */
  succeeded(account: string, address: string): Promise<void>;
  /** The guess was right, but the sign-in needs another factor: neither failed nor succeeded. */
  ended(account: string, address: string): void;
};

export function guessLimit(db: Database): GuessLimit {
  const pairs = openCounter(db, "pair", { points: free, duration: 60 * minute });
  /** Only used for blocking: holds the wait of a pair. */
  const waits = openCounter(db, "wait", { points: 0, duration: maxWaitS });
  const addresses = openCounter(db, "address", { points: 100, duration: 15 * minute });
  const accounts = openCounter(db, "account", { points: 20, duration: 60 * minute });
  /** Failures since the last success, by account and by pair. */
  const rows = openCounter(db, "row", { points: mostInARow, duration: rowEndsAfterS });
  /** Pairs of an account and an address where it signed in. */
  const known = openCounter(db, "known", { points: 1, duration: knownForS });
  /** Start times of running guesses, by pair. */
  const running = new Map<string, number[]>();

  function begin(pair: string): void {
    const now = performance.now();
    const open = (running.get(pair) ?? []).filter((begun) => now - begun < endedAfterMs);
    if (open.length >= maxAtOnce) throw tooMany(1000);
    running.set(pair, [...open, now]);
  }

  function end(pair: string): void {
    const [, ...open] = running.get(pair) ?? [];
    if (open.length === 0) running.delete(pair);
    else running.set(pair, open);
  }

  /** True if this address has no guesses left for the account. */
  async function guarded(account: string, pair: string): Promise<boolean> {
    const [isKnown, ofAccount, ofPair] = await Promise.all([
      known.get(pair),
      rows.get(keyOf(account)),
      rows.get(pair),
    ]);
    const failures = isKnown ? ofPair : ofAccount;
    return (failures?.consumedPoints ?? 0) >= mostInARow;
  }

  return {
    async before(account, from) {
      const address = networkOf(from);
      const pair = keyOf(account, address);
      begin(pair);
      try {
        const [wait, isGuarded, ofAddress, ofAccount, ofAll] = await Promise.all([
          waits.get(pair),
          guarded(account, pair),
          addresses.get(keyOf(address)),
          accounts.get(keyOf(account)),
          accounts.get("everybody"),
        ]);
        if (wait) throw tooMany(wait.msBeforeNext);
        if (isGuarded) throw failure("TOO_MANY_REQUESTS", { reason: "sign_in_guarded" });
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
          rows.penalty(keyOf(account)),
          rows.penalty(pair),
        ]);
        if (consumedPoints < pairs.points) return;
        const seconds = Math.min(2 ** (consumedPoints - pairs.points), maxWaitS);
        await waits.block(pair, seconds);
      } finally {
        end(pair);
      }
    },
    async succeeded(account, from) {
      const pair = keyOf(account, networkOf(from));
      end(pair);
      await Promise.all([
        pairs.delete(pair),
        waits.delete(pair),
        accounts.delete(keyOf(account)),
        rows.delete(keyOf(account)),
        rows.delete(pair),
        known.set(pair, 1, knownForS),
      ]);
    },
    ended: (account, from) => end(keyOf(account, networkOf(from))),
  };
}

/** The guess limit of this database; there is one per database. */
export const guessLimitOf = oncePerDatabase(guessLimit);

/** Forgets all wrong passwords and codes of an account whose owner has shown to read its e-mails. */
export async function forgetGuesses(
  guesses: GuessLimit,
  { id, email }: { readonly id: number; readonly email: string },
  address: string,
): Promise<void> {
  const inSession = ["password of", "security code of", "change code of"];
  await Promise.all([
    guesses.succeeded(email.toLowerCase(), address),
    guesses.succeeded(`code of ${email}`, address),
    ...inSession.map((name) => guesses.succeeded(`${name} ${id}`, "session")),
  ]);
}
