// What a fault means for a change that is on its way: it passes by itself, or its author is asked. One rule for forms,
// for what waits on a device, and for uploads.
import type { ErrorCode } from "./error.ts";

/** What is known of a fault: its code, and the HTTP status of the answer where there was one. */
export type FaultFacts = { readonly code?: unknown; readonly status?: unknown };

const isOneOf = (codes: readonly ErrorCode[], code: unknown): boolean =>
  (codes as readonly unknown[]).includes(code);

/** The code for a response of a proxy, which has none. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 413) return "TOO_LARGE";
  if (status === 429) return "TOO_MANY_REQUESTS";
  // Timeouts: of the request, and of the server behind the proxy.
  if (status === 408 || status === 425 || status === 504) return "UNAVAILABLE";
  if (status === 502 || status === 503) return "UNAVAILABLE";
  // A network or proxy asks for a sign-in of its own (RFC 6585, RFC 9110): the server was not reached.
  if (status === 401 || status === 407 || status === 511) return "DISCONNECT";
  return "SOMETHING_WENT_WRONG";
}

/**
 * True for an answer without a code of ours that refuses (4xx), as a proxy or a firewall sends it. Which of two it is, one answer
 * does not say: a proxy whose server restarts refuses everything for a minute, and a firewall this one request again and again.
 */
export function isRefusedOnTheWay({ code, status }: FaultFacts): boolean {
  const isRefusal = typeof status === "number" && status >= 400 && status < 500;
  return code === "SOMETHING_WENT_WRONG" && isRefusal;
}

/**
 * True where the server was not reached, could not answer (5xx, timeouts), or answered what cannot be read. What it refused
 * (4xx) is none of these.
 */
export function isUnanswered(fault: FaultFacts): boolean {
  const { code, status } = fault;
  if (isOneOf(["DISCONNECT", "UNAVAILABLE", "INSUFFICIENT_STORAGE"], code)) return true;
  const hasStatus = typeof status === "number";
  return code === "SOMETHING_WENT_WRONG" && hasStatus && !isRefusedOnTheWay(fault);
}

/** Faults that pass by themselves: everything waits, and nothing is asked of the author. */
const passing: readonly ErrorCode[] = [
  "DISCONNECT",
  "UNAVAILABLE",
  "TOO_MANY_REQUESTS",
  "INSUFFICIENT_STORAGE",
  "INVALID_TOKEN",
  "TOKEN_EXPIRED",
  "INVALID_BOT_TOKEN",
  "PERMISSION_RELOAD_REQUIRED",
];

/**
 * How often the same is refused on its way before its author is asked. The pauses of an outbox between so many rounds are
 * about a minute together, longer than a proxy is without its server while a new version starts.
 */
const mostRefusalsOnTheWay = 5;

/** Whether what was refused on its way is worth another attempt. @param before how often it was refused so before */
export function isWorthAfterRefusal(before: number): boolean {
  return before + 1 < mostRefusalsOnTheWay;
}

/**
 * What the fault of a sending means: `pause` stops the sending until later, `later` tries this entry again with the next
 * round, `reject` leaves it with its author.
 * @param before how often the same entry was refused on its way before
 */
export function faultMeaning(fault: FaultFacts, before = 0): "pause" | "later" | "reject" {
  if (isOneOf(passing, fault.code)) return "pause";
  // The entries behind it would most likely meet the same.
  if (isRefusedOnTheWay(fault)) return isWorthAfterRefusal(before) ? "pause" : "reject";
  return isOneOf(["SOMETHING_WENT_WRONG", "CHECKSUM_MISMATCH"], fault.code) ? "later" : "reject";
}
