// The speed of a transfer and the time it still takes, from when how many bytes had been sent.

/** At `at` milliseconds, `sent` bytes had been sent. */
export type RateSample = { readonly at: number; readonly sent: number };

/** Older samples are forgotten, so that the speed follows the network. */
const WINDOW_MS = 10_000;
/** Below this, two samples say more about the clock than about the network. */
const SHORTEST_MS = 500;

/** Adds a sample and drops those that are too old. Bytes that were sent in vain start a new measurement. */
export function addSample(samples: readonly RateSample[], next: RateSample): RateSample[] {
  const last = samples.at(-1);
  if (last && next.sent < last.sent) return [next];
  const from = samples.findLastIndex(({ at }) => at <= next.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), next];
}

/** Bytes per second, or null while too little is known. */
export function speedOf(samples: readonly RateSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < SHORTEST_MS) return null;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000;
}

/** Seconds until the remaining bytes are sent, or null where the speed is unknown or nothing moves. */
export function secondsLeft(remaining: number, speed: number | null): number | null {
  if (remaining <= 0) return 0;
  return speed === null || speed <= 0 ? null : remaining / speed;
}
