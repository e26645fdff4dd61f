// The time by the server's clock: that of a device may be months wrong, and what it dates would be too. What the
// last answer said is kept for a page that starts without a network. src/decisions/plant-clock.md says what holds.
import { localNames, readLocal, writeLocal } from "./local.ts";

/** Headers have whole seconds and an answer takes its time: less is no fault of the device's clock. */
const LEAST_MS = 120_000;
/** An answer that took longer does not say when its time was written. */
const LONGEST_ANSWER_MS = 5000;
/** How old what is kept for the next page may grow while answers arrive. */
const KEPT_MS = 60_000;

/** A reading of both clocks of this device: the one that people set, and the steady one. */
export type Moment = { readonly date_ms: number; readonly steady_ms: number };

/** `performance.now()` is never set, but it may stand still while the device sleeps. */
export const moment = (): Moment => ({ date_ms: Date.now(), steady_ms: performance.now() });

export type DeviceClock = {
  /** Milliseconds by which the device's clock is ahead of the server's, below 0 behind; 0 where it is right or not known. */
  readonly ahead_ms: number;
  /**
   * `known`: nothing speaks against it. `remembered`: the clock was wrong when an earlier page was answered, and may
   * have been put right since. `doubtful`: the clock was set, or the device slept, after it was found wrong; or it
   * was put back. Both of them are the likeliest reading until the server answers.
   */
  readonly basis: "known" | "remembered" | "doubtful";
  /** When the server last answered, milliseconds since 1970 by its clock; null where it never did. */
  readonly heard_ms: number | null;
};

type Heard = {
  readonly server_ms: number;
  readonly ahead_ms: number;
  /** The steady clock then; null of an earlier page, which had a steady clock of its own. */
  readonly steady_ms: number | null;
};

let heard: Heard | null | undefined;
/** The steady clock when what an earlier page heard was read: at least as much time has passed since. */
let read_ms = 0;
let kept_ms = -Infinity;

/**
 * Notes what the device's clock says beside the server's. Answers that may have been kept say when they were made,
 * and count for nothing.
 * @param asked the moment before the request
 */
export function noteServerTime(headers: Headers, asked: Moment): void {
  if (!headers.get("cache-control")?.includes("no-store")) return;
  const written = Date.parse(headers.get("date") ?? "");
  const now = moment();
  const took = now.steady_ms - asked.steady_ms;
  const isSet = Math.abs(now.date_ms - asked.date_ms - took) > LONGEST_ANSWER_MS;
  if (Number.isNaN(written) || took > LONGEST_ANSWER_MS || isSet) return;
  // The server wrote its time between the request and now, and cut off the part of a second.
  const server_ms = written + 500 + took / 2;
  const ahead = now.date_ms - server_ms;
  const ahead_ms = Math.abs(ahead) < LEAST_MS ? 0 : ahead;
  keep({ server_ms, ahead_ms, steady_ms: now.steady_ms });
}

/** What is known of the device's clock now. */
export function deviceClock(): DeviceClock {
  if (heard === undefined) {
    heard = stored();
    read_ms = performance.now();
  }
  if (heard === null) return { ahead_ms: 0, basis: "known", heard_ms: null };
  const { server_ms, steady_ms } = heard;
  const { date_ms, steady_ms: now_ms } = moment();
  const found = (ahead_ms: number, basis: DeviceClock["basis"]): DeviceClock => ({
    ahead_ms,
    basis,
    heard_ms: server_ms,
  });
  const least = now_ms - (steady_ms ?? read_ms);
  /** Either the clock is as it was, or somebody has put it right. */
  const readings = [heard.ahead_ms, 0].map((ahead_ms) => ({
    ahead_ms,
    elapsed: date_ms - ahead_ms - server_ms,
  }));
  const exact = readings.find(({ elapsed }) => Math.abs(elapsed - least) < LEAST_MS);
  if (steady_ms !== null && exact) {
    // The next page need not remember a clock that was put right.
    if (exact.ahead_ms !== heard.ahead_ms)
      keep({ server_ms: server_ms + least, ahead_ms: 0, steady_ms: now_ms });
    return found(exact.ahead_ms, "known");
  }
  // More time may have passed than the steady clock says, never less.
  const [likely] = readings
    .filter(({ elapsed }) => elapsed > least - LEAST_MS)
    .toSorted((a, b) => a.elapsed - b.elapsed);
  if (!likely) return found(date_ms - server_ms - least, "doubtful");
  if (heard.ahead_ms === 0) return found(0, "known");
  return found(likely.ahead_ms, steady_ms === null ? "remembered" : "doubtful");
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() - deviceClock().ahead_ms;

function keep(next: Heard): void {
  const isNews = heard == null || Math.abs(heard.ahead_ms - next.ahead_ms) >= LEAST_MS;
  heard = next;
  if (!isNews && Math.abs(next.server_ms - kept_ms) < KEPT_MS) return;
  kept_ms = next.server_ms;
  const { server_ms, ahead_ms } = next;
  writeLocal(localNames.serverClock, JSON.stringify({ server_ms, ahead_ms }));
}

function stored(): Heard | null {
  try {
    const { server_ms, ahead_ms } = JSON.parse(
      readLocal(localNames.serverClock) ?? "null",
    ) as Heard;
    const isKnown = Number.isFinite(server_ms) && Number.isFinite(ahead_ms);
    return isKnown ? { server_ms, ahead_ms, steady_ms: null } : null;
  } catch {
    return null;
  }
}
