// Intercept factor: the share of reflected light that hits the absorber, by rotation offset.

/** Rotation offsets in mrad of the columns below. */
const offsets = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15];

/**
 * Relative energy by offset for a Gaussian total error of 4.5, 5.5 and 6.5 mrad; EuroTrough-like
 * geometry: focal length 1.71 m, aperture 5.77 m, absorber 70 mm. First the intercept factor at 0.
 */
const tables: readonly { sigma: number; atZero: number; relative: readonly number[] }[] = [
  {
    sigma: 4.5,
    atZero: 0.999,
    relative: [1, 1, 0.999, 0.997, 0.994, 0.99, 0.983, 0.957, 0.908, 0.828, 0.65],
  },
  {
    sigma: 5.5,
    atZero: 0.995,
    relative: [1, 0.999, 0.997, 0.994, 0.988, 0.98, 0.968, 0.933, 0.877, 0.796, 0.632],
  },
  {
    sigma: 6.5,
    atZero: 0.984,
    relative: [1, 0.999, 0.996, 0.99, 0.981, 0.97, 0.955, 0.913, 0.853, 0.773, 0.623],
  },
];

function between(xs: readonly number[], ys: readonly number[], x: number): number {
  const last = xs.length - 1;
  if (x <= (xs[0] ?? 0)) return ys[0] ?? NaN;
  for (let i = 1; i <= last; i++) {
    const [from = 0, to = 0] = [xs[i - 1], xs[i]];
    if (x > to) continue;
    const share = (x - from) / (to - from);
    return (ys[i - 1] ?? 0) * (1 - share) + (ys[i] ?? 0) * share;
  }
  return NaN;
}

/**
 * Intercept factor (0 to 1) at a rotation offset and a total Gaussian error, both in mrad. Linear between the
 * table values; beyond 15 mrad it falls to 0 at 26 mrad, where the sun's image misses the absorber.
 */
export function interceptFactor(offset: number, sigma: number): number {
  const delta = Math.abs(offset);
  const values = tables.map(({ atZero, relative }) => {
    const within = between(offsets, relative, Math.min(delta, 15));
    const beyond = delta <= 15 ? 1 : Math.max(0, 1 - (delta - 15) / 11);
    return atZero * within * beyond;
  });
  const sigmas = tables.map((table) => table.sigma);
  return between(sigmas, values, Math.min(6.5, Math.max(4.5, sigma)));
}
