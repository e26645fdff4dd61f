// Guessing made slow: failed sign-ins are counted per account and address, per address and per account.
// A stranger who keeps guessing is refused at his own address; the account's owner, elsewhere, never is.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { poolOf } from "../store/viewer-database.ts";

const minute = 60;
/** Failures that cost nothing; each further one doubles the wait. */
const free = 5;
const longestWaitS = 15 * minute;
/** Failures an address may cause in a quarter of an hour, over all accounts. */
const perAddress = 100;
/** Failures of one account, or of all, after which answers come later. */
const calm = { account: 20, everybody: 2000 };
const longestDelayMs = 4000;

/** Guesses of one account and address that are judged at once: more could outrun their count. */
const mostAtOnce = free;
/** A guess that nobody said the end of is over by now. */
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
  const pool = poolOf(db);
  const counter = (keyPrefix: string, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
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
  /** When the guesses under way began, by pair. */
  const running = new Map<string, number[]>();

  /** Counts and milliseconds left, in the order of the keys, in one query. */
  async function read(keys: readonly string[]): Promise<{ count: number; ms: number }[]> {
    const now = Date.now();
    const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
      name: "guesses",
      text: "select key, points, expire from rate_limit where key = any($1) and expire > $2",
      values: [keys, now],
    });
    return keys.map((wanted) => {
      const row = rows.find(({ key }) => key === wanted);
      return { count: row?.points ?? 0, ms: row ? Number(row.expire) - now : 0 };
    });
  }

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
        const [wait, ofAddress, ofAccount, ofAll] = await read([
          `wait:${pair}`,
          `address:${keyOf(address)}`,
          `account:${keyOf(account)}`,
          "account:everybody",
        ]);
        if (wait && wait.ms > 0) throw tooMany(wait.ms);
        if (ofAddress && ofAddress.count >= perAddress) throw tooMany(ofAddress.ms);
        const excess = Math.max(
          (ofAccount?.count ?? 0) - calm.account,
          (ofAll?.count ?? 0) - calm.everybody,
        );
        if (excess > 0) await sleep(Math.min(excess * 100, longestDelayMs));
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
          pairs.consume(pair),
          addresses.consume(keyOf(address)),
          accounts.consume(keyOf(account)),
          accounts.consume("everybody"),
        ]);
        if (consumedPoints < free) return;
        const seconds = Math.min(2 ** (consumedPoints - free), longestWaitS);
        await waits.set(pair, 1, seconds);
      } finally {
        end(pair);
      }
    },
    async succeeded(account, from) {
      const pair = keyOf(account, networkOf(from));
      end(pair);
      await pool.query({
        name: "guessed",
        text: "delete from rate_limit where key = any($1)",
        values: [[`pair:${pair}`, `wait:${pair}`, `account:${keyOf(account)}`]],
      });
    },
    passed: (account, from) => end(keyOf(account, networkOf(from))),
  };
}

/** Who stands behind an address: of IPv6 the first half, for one guesser has all of the second. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":"));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
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
