// Divides a loss among factors that multiply, such as clean and well-aligned mirrors.

/**
 * Shares of the whole loss 1 - f1 f2 ..., one for each factor, by their logarithms: the order of the factors does not
 * matter, and the shares add up to 1. All 0 where no factor is below 1.
 * @param factors 0 to 1; a larger one counts as 1
 */
export function chainShares(factors: readonly number[]): number[] {
  // A factor of 0 would take all: it counts as a millionth.
  const logs = factors.map((factor) => -Math.log(Math.min(1, Math.max(1e-6, factor))));
  const sum = logs.reduce((total, one) => total + one, 0);
  return sum > 0 ? logs.map((one) => one / sum) : logs.map(() => 0);
}
