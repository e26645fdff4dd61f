// After which faults something may wait on this device.
import { isUnanswered, type FaultFacts } from "../../domain/fault-meaning.ts";

/**
 * True for a fault after which a change may wait on this device: the server was not reached, could not answer
 * (5xx), or answered what cannot be read. What it refused (4xx) goes back to its author.
 */
export function canWait(cause: unknown): boolean {
  const { code, status } = (cause ?? {}) as FaultFacts;
  return code === "OFFLINE" || isUnanswered({ code, status });
}

/**
 * The same for what somebody has written: also where the session ended meanwhile. The page goes to the sign-in then, and the
 * form with it; what waits is sent once its author has signed in again.
 */
export function mayKeep(cause: unknown): boolean {
  const { code } = (cause ?? {}) as FaultFacts;
  return canWait(cause) || code === "TOKEN_EXPIRED" || code === "INVALID_TOKEN";
}
