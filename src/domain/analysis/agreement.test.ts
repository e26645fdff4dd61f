import { describe, expect, it } from "vitest";
import { agreementOf, type Pair } from "./agreement.ts";

/** Anscombe (1973), "Graphs in Statistical Analysis": four sets with the same line y = 3.00 + 0.500 x, R² 0.67. */
const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
const sets: readonly (readonly [readonly number[], readonly number[]])[] = [
  [x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]],
  [x, [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74]],
  [x, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]],
  [
    [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8],
    [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89],
  ],
];
const pairsOf = ([xs, ys]: readonly [readonly number[], readonly number[]]): Pair[] =>
  xs.map((reference, at) => ({ reference, drone: ys[at]! }));

/** The normal equations as in any textbook, with plain sums. */
function byNormalEquations(pairs: readonly Pair[]) {
  const n = pairs.length;
  const sum = (of: (pair: Pair) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const sx = sum((p) => p.reference);
  const sy = sum((p) => p.drone);
  const sxx = sum((p) => p.reference ** 2);
  const syy = sum((p) => p.drone ** 2);
  const sxy = sum((p) => p.reference * p.drone);
  const determinant = n * sxx - sx * sx;
  const slope = (n * sxy - sx * sy) / determinant;
  const intercept = (sxx * sy - sx * sxy) / determinant;
  const r = (n * sxy - sx * sy) / Math.sqrt(determinant * (n * syy - sy * sy));
  const differences = pairs.map((p) => p.drone - p.reference);
  const bias = differences.reduce((total, d) => total + d, 0) / n;
  const squares = differences.reduce((total, d) => total + d * d, 0);
  const spread = Math.sqrt((squares - n * bias * bias) / (n - 1));
  return { slope, intercept, r_squared: r * r, bias, spread };
}

describe("the agreement of two measurements", () => {
  it.each(sets.map((set, at) => [at + 1, set] as const))(
    "is that of Anscombe's set %i, and of the normal equations",
    (_, set) => {
      const pairs = pairsOf(set);
      const found = agreementOf(pairs)!;
      expect(found.line!.slope).toBeCloseTo(0.5, 2);
      expect(found.line!.intercept).toBeCloseTo(3, 1);
      expect(found.r_squared).toBeCloseTo(0.67, 2);
      expect(found.bias).toBeCloseTo(7.5 - 9, 2);
      const own = byNormalEquations(pairs);
      expect(found.line!.slope).toBeCloseTo(own.slope, 10);
      expect(found.line!.intercept).toBeCloseTo(own.intercept, 9);
      expect(found.r_squared).toBeCloseTo(own.r_squared, 10);
      expect(found.bias).toBeCloseTo(own.bias, 10);
      expect(found.spread).toBeCloseTo(own.spread, 10);
    },
  );

  it("keeps its digits far from zero", () => {
    const far = pairsOf(sets[0]!).map(({ reference, drone }) => ({
      reference: reference + 1e7,
      drone: drone + 1e7,
    }));
    expect(agreementOf(far)!.line!.slope).toBeCloseTo(0.50009, 5);
  });

  it("says nothing that too few values cannot say", () => {
    expect(agreementOf([])).toBeNull();
    const one = agreementOf([{ reference: 2, drone: 5 }]);
    expect(one).toEqual({ count: 1, bias: 3, spread: null, line: null, r_squared: null });
    const flat = agreementOf([1, 2].map((reference) => ({ reference, drone: 4 })));
    expect(flat).toMatchObject({ line: { slope: 0, intercept: 4 }, r_squared: null });
  });
});
