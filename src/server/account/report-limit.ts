// How many errors one account may report: a browser that fails all the time would fill the table.
import type { RateLimiterRes } from "rate-limiter-flexible";
import { limits } from "../../domain/limits.ts";
import type { Database } from "../context.ts";
import { keyOf, oncePerDatabase, openCounter, tooMany } from "./rate-limit.ts";

const counters = oncePerDatabase((db) =>
  openCounter(db, "diagnostics", { points: limits.diagnosticsPerHour, duration: 3600 }),
);

const isRefused = (cause: unknown): cause is RateLimiterRes =>
  typeof cause === "object" && cause !== null && "msBeforeNext" in cause;

/**
 * Counts what an account reports. Throws TOO_MANY_REQUESTS with the seconds to wait.
 * @param count of errors in this report
 */
export async function countReport(db: Database, account_id: number, count: number): Promise<void> {
  if (count === 0) return;
  await counters(db)
    .consume(keyOf(String(account_id)), count)
    .catch((cause: unknown) => {
      throw isRefused(cause) ? tooMany(cause.msBeforeNext) : cause;
    });
}
