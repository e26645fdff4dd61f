// How often an address may ask for something that costs a mail, whoever it is about.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import { networkOf } from "./guess-limit.ts";
import { poolOf } from "../store/viewer-database.ts";

const durationS = 15 * 60;
/** Free per address; what everybody together asks before answers come later. */
const free = { address: 20, everybody: 1000 };
const longestDelayMs = 4000;

/**
 * Counts one more asking of this kind.
 * @throws TOO_MANY_REQUESTS with the seconds to wait where the address asked too often
 */
export async function countAsking(db: Database, kind: string, address: string): Promise<void> {
  const limiter = new RateLimiterPostgres({
    storeClient: poolOf(db),
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix: `ask_${kind}`,
    points: 1_000_000,
    duration: durationS,
  });
  const hash = createHash("sha256").update(networkOf(address)).digest("base64url");
  const [own, all] = await Promise.all([limiter.consume(hash), limiter.consume("everybody")]);
  if (own.consumedPoints > free.address) {
    const seconds = Math.max(1, Math.ceil(own.msBeforeNext / 1000));
    throw failure("TOO_MANY_REQUESTS", { reason: "wait_seconds", values: { seconds } });
  }
  const excess = all.consumedPoints - free.everybody;
  if (excess > 0) await sleep(Math.min(excess * 100, longestDelayMs));
}
