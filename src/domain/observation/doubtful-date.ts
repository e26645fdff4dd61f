// Times that an observation hardly has: the clock of a phone or a camera that was never set, or a typing error.

/** Nothing was observed with this product before, in UTC. A clock that was reset shows 1970, 1980 or 1999. */
const FIRST = Date.UTC(2000, 0, 1);
/** Zones and clocks that are a little fast make no doubt. */
const AHEAD_MS = 86_400_000;

export type DateDoubt = "future" | "old";

/**
 * Why a person is asked whether the time is right; null where nothing speaks against it, or where it is no time.
 * @param observed_at as `Date.parse` reads it
 * @param now milliseconds since 1970
 */
export function dateDoubt(observed_at: string, now: number): DateDoubt | null {
  const at = Date.parse(observed_at);
  if (Number.isNaN(at)) return null;
  return at > now + AHEAD_MS ? "future" : at < FIRST ? "old" : null;
}
