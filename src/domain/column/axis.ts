// Round numbers for the axis of a chart.

/**
 * Multiples of 1, 2 or 5 times a power of ten from `min` to `max`, about `count` of them and at least two where
 * `max` is greater.
 */
export function axisTicks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min];
  const rough = (max - min) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const ticksOf = (step: number) => {
    const first = Math.ceil(min / step - 1e-9);
    const last = Math.floor(max / step + 1e-9);
    // The quotient removes binary noise: 0.30000000000000004.
    return Array.from({ length: last - first + 1 }, (_, at) =>
      Number(((first + at) * step).toPrecision(12)),
    );
  };
  for (const factor of [10, 5, 2, 1]) {
    const ticks = ticksOf(power * factor);
    if (ticks.length >= Math.max(2, count)) return ticks;
  }
  return ticksOf(power / 2);
}
