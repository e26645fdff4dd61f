// Counters of attempts, in the database that all servers share, and their keys.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { failure, type Failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { poolOf } from "../store/viewer-database.ts";

export type Counter = RateLimiterPostgres;

/**
 * A counter that refuses more than `points` attempts of one key in `duration` seconds. Create it once per
 * database: each counter has a timer that deletes expired rows.
 */
export function openCounter(
  db: Database,
  keyPrefix: string,
  { points, duration }: { readonly points: number; readonly duration: number },
): Counter {
  return new RateLimiterPostgres({
    storeClient: poolOf(db),
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix,
    points,
    duration,
  });
}

/** Calls `open` once per database, so that all callers share its counters. */
export function oncePerDatabase<Made>(open: (db: Database) => Made): (db: Database) => Made {
  const opened = new WeakMap<Database, Made>();
  return (db) => {
    const known = opened.get(db) ?? open(db);
    opened.set(db, known);
    return known;
  };
}

/** A hash, so that addresses are not stored in plain text and keys have a fixed length. */
export function keyOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/** The network of an address: for IPv6 the first 64 bits, because one user can have all addresses of a /64. */
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

/** Delay of an answer in milliseconds, if attempts exceed the free number by `excess`. */
export function delayMs(excess: number): number {
  return Math.min(Math.max(0, excess) * 100, 4000);
}

export function tooMany(ms: number): Failure {
  return failure("TOO_MANY_REQUESTS", {
    reason: "wait_seconds",
    values: { seconds: Math.max(1, Math.ceil(ms / 1000)) },
  });
}
