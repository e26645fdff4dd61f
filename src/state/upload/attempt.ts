// When a failed upload is tried again by itself, and when the user is asked.
import type { Problem } from "../../domain/error.ts";
import { isRefusedOnTheWay, isWorthAfterRefusal } from "../../domain/fault-meaning.ts";

/** Pauses before further attempts; an attempt that got on starts them again. About two minutes together. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000] as const;

const passingCodes = [
  "DISCONNECT",
  "UNAVAILABLE",
  "TOO_MANY_REQUESTS",
  "INVALID_BOT_TOKEN",
  "PERMISSION_RELOAD_REQUIRED",
  "SOMETHING_WENT_WRONG",
  // Another request writes to the upload, or the chunk arrived damaged.
  "LOCKED",
  "CHECKSUM_MISMATCH",
];

/**
 * True where another attempt may succeed without the user. It asks the server for the true offset first.
 * @param tries attempts before this one that failed without getting on
 */
export function isWorthAnAttempt(cause: unknown, tries = 0): boolean {
  const fault = (cause ?? {}) as { code?: string; status?: number; problems?: Problem[] };
  const { code, problems = [] } = fault;
  if (code === undefined) return false;
  if (isRefusedOnTheWay(fault)) return isWorthAfterRefusal(tries);
  return passingCodes.includes(code) || problems[0]?.reason === "upload_offset_wrong";
}
