// Guessing made slow: failed sign-ins are counted per account and address, per address and per account.
// A stranger who keeps guessing is refused at his own address; the account's owner, elsewhere, never is.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { failure } from "../domain/error.ts";
import type { Database } from "./context.ts";
import { poolOf } from "./store/viewer-database.ts";

const minute = 60;
/** Failures that cost nothing; each further one doubles the wait. */
const free = 5;
const longestWaitS = 15 * minute;
/** Failures an address may cause in a quarter of an hour, over all accounts. */
const perAddress = 100;
/** Failures of one account, or of all, after which answers come later. */
const calm = { account: 20, everybody: 2000 };
const longestDelayMs = 4000;

export type GuessLimit = {
  /** Waits or throws TOO_MANY_REQUESTS where too many guesses went before. */
  before(account: string, address: string): Promise<void>;
  failed(account: string, address: string): Promise<void>;
  succeeded(account: string, address: string): Promise<void>;
};

export function guessLimit(db: Database): GuessLimit {
  const counter = (keyPrefix: string, duration: number) =>
    new RateLimiterPostgres({
      storeClient: poolOf(db),
      storeType: "pool",
      tableName: "rate_limit",
      tableCreated: true,
      keyPrefix,
      points: 1_000_000,
      duration,
    });
  const pairs = counter("pair", 60 * minute);
  const waits = counter("wait", longestWaitS);
  const addresses = counter("address", 15 * minute);
  const accounts = counter("account", 60 * minute);
  const count = async (limiter: RateLimiterPostgres, key: string) =>
    (await limiter.get(key))?.consumedPoints ?? 0;

  return {
    async before(account, address) {
      const pair = keyOf(account, address);
      const [wait, ofAddress, ofAccount, ofAll] = await Promise.all([
        waits.get(pair),
        addresses.get(keyOf(address)),
        count(accounts, keyOf(account)),
        count(accounts, "everybody"),
      ]);
      if (wait !== null && wait.msBeforeNext > 0) throw tooMany(wait.msBeforeNext);
      if (ofAddress !== null && ofAddress.consumedPoints >= perAddress) {
        throw tooMany(ofAddress.msBeforeNext);
      }
      const excess = Math.max(ofAccount - calm.account, ofAll - calm.everybody);
      if (excess > 0) await sleep(Math.min(excess * 100, longestDelayMs));
    },
    async failed(account, address) {
      const pair = keyOf(account, address);
      const [{ consumedPoints }] = await Promise.all([
        pairs.consume(pair),
        addresses.consume(keyOf(address)),
        accounts.consume(keyOf(account)),
        accounts.consume("everybody"),
      ]);
      if (consumedPoints < free) return;
      const seconds = Math.min(2 ** (consumedPoints - free), longestWaitS);
      await waits.set(pair, 1, seconds);
    },
    async succeeded(account, address) {
      const pair = keyOf(account, address);
      await Promise.all([pairs.delete(pair), waits.delete(pair), accounts.delete(keyOf(account))]);
    },
  };
}

const kept = new WeakMap<Database, GuessLimit>();

/** The limit over this database, made once: whoever counts there counts together. */
export function guessLimitOf(db: Database): GuessLimit {
  const known = kept.get(db) ?? guessLimit(db);
  kept.set(db, known);
  return known;
}

function tooMany(ms: number) {
  return failure("TOO_MANY_REQUESTS", {
    reason: "wait_seconds",
    values: { seconds: Math.max(1, Math.ceil(ms / 1000)) },
  });
}

/** E-mail addresses are not kept in the clear, and no key outgrows its column. */
function keyOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
