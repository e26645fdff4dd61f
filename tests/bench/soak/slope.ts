// Whether memory grows for as long as a server works: a straight line through the least memory of each minute.

export type Sample = { readonly minute: number; readonly value: number };

export type Slope = {
  /** Change in an hour, in the unit of the values. */
  readonly perHour: number;
  /** Standard error of it. */
  readonly error: number;
  /** Minutes that it was found from. */
  readonly minutes: number;
};

/**
 * Least squares over the least value of each whole minute: what lies between two collections of garbage is no growth.
 * @param samples any number in a minute
 * @param from minutes before are left out: caches fill and code is compiled
 * @returns null for less than three minutes
 */
export function slopeOf(samples: readonly Sample[], from: number): Slope | null {
  const least = new Map<number, number>();
  for (const { minute, value } of samples) {
    const whole = Math.floor(minute);
    if (minute < from) continue;
    least.set(whole, Math.min(value, least.get(whole) ?? Infinity));
  }
  const points = [...least];
  const count = points.length;
  if (count < 3) return null;
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / count;
  const [middle, level] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [minute]) => sum + (minute - middle) ** 2, 0);
  const perMinute =
    points.reduce((sum, [minute, value]) => sum + (minute - middle) * (value - level), 0) / spread;
  const rest = points.reduce(
    (sum, [minute, value]) => sum + (value - level - perMinute * (minute - middle)) ** 2,
    0,
  );
  const error = Math.sqrt(rest / (count - 2) / spread);
  return { perHour: perMinute * 60, error: error * 60, minutes: count };
}

/** Growth that cannot be chance (two standard errors) and that fills a server of 1 GB within two days. */
export function isLeak({ perHour, error }: Slope): boolean {
  return perHour - 2 * error > 0 && perHour > 20;
}
