// How well two measurements of the same things agree: bias, spread and the straight line through them.

export type Pair = { readonly reference: number; readonly drone: number };

export type Agreement = {
  readonly count: number;
  /** Mean of drone minus reference. */
  readonly bias: number;
  /** Standard deviation of drone minus reference (n − 1); null for fewer than two pairs. */
  readonly spread: number | null;
  /** drone = intercept + slope · reference, by least squares; null where the references do not differ. */
  readonly line: { readonly slope: number; readonly intercept: number } | null;
  /** Share of the drone's variance that the line explains; null where either side does not vary. */
  readonly r_squared: number | null;
};

/** Null without pairs. */
export function agreementOf(pairs: readonly Pair[]): Agreement | null {
  const count = pairs.length;
  if (count === 0) return null;
  const mean = (of: (pair: Pair) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / count;
  const x = mean(({ reference }) => reference);
  const y = mean(({ drone }) => drone);
  const bias = y - x;
  // Sums about the means lose no digits where values are large and differ little.
  let [xx, xy, yy, dd] = [0, 0, 0, 0];
  for (const { reference, drone } of pairs) {
    const [dx, dy] = [reference - x, drone - y];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    dd += (dy - dx) ** 2;
  }
  const slope = xy / xx;
  return {
    count,
    bias,
    spread: count < 2 ? null : Math.sqrt(dd / (count - 1)),
    line: xx > 0 ? { slope, intercept: y - slope * x } : null,
    r_squared: xx > 0 && yy > 0 ? xy ** 2 / (xx * yy) : null,
  };
}
