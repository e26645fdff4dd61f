// Elapsed time in the units of the interface: months of 30 days, years of 365.

export type ElapsedUnit = "second" | "minute" | "hour" | "day" | "month" | "year";

const steps: readonly (readonly [ElapsedUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Whole units of the largest unit that fits; `ms` in milliseconds, negative counts as 0. */
export function elapsed(ms: number): { unit: ElapsedUnit; count: number } {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  for (const [unit, length] of steps) {
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  }
  return { unit: "second", count: 0 };
}

/** Whole days from `iso` to `now`. */
export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / 86_400_000));
}
