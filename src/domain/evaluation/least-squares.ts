// Least squares over a few numbers.

/** Sum of the products. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

const ROUNDS = 60;

/** Least squares by coordinate descent; nothing is below zero. */
export function notBelowZero(
  gram: readonly (readonly number[])[],
  right: readonly number[],
): number[] {
  const found = right.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, row] of gram.entries()) {
      const diagonal = row[i]!;
      if (!(diagonal > 1e-9)) continue;
      const rest = right[i]! - dot(row, found) + diagonal * found[i]!;
      found[i] = Math.max(0, rest / diagonal);
    }
  }
  return found;
}

/** The same with these numbers alone; the others are 0. */
export function notBelowZeroIn(
  gram: readonly (readonly number[])[],
  right: readonly number[],
  isKept: readonly boolean[],
): number[] {
  const kept = right.flatMap((_, at) => (isKept[at] ? [at] : []));
  const found = notBelowZero(
    kept.map((i) => kept.map((k) => gram[i]![k]!)),
    kept.map((at) => right[at]!),
  );
  const all = right.map(() => 0);
  for (const [place, at] of kept.entries()) all[at] = found[place]!;
  return all;
}

/** Diagonal element `at` of the inverse of the part of the matrix with these rows, by Gauss and Jordan. */
export function inverseAt(
  gram: readonly (readonly number[])[],
  rows: readonly number[],
  at: number,
): number {
  if (at < 0) return 1;
  const part = rows.map((i) => rows.map((j) => gram[i]![j]! + (i === j ? 1e-6 : 0)));
  return inverseColumn(part, at)[at]!;
}

/** Inverse of a symmetric matrix that is positive definite. */
export function inverseOf(gram: readonly (readonly number[])[]): number[][] {
  return gram.map((_, at) => inverseColumn(gram, at));
}

function inverseColumn(gram: readonly (readonly number[])[], at: number): number[] {
  const size = gram.length;
  const work = gram.map((row, n) => [...row, n === at ? 1 : 0]);
  for (let pivot = 0; pivot < size; pivot++) {
    const row = work[pivot]!;
    const scale = row[pivot]!;
    for (let k = pivot; k <= size; k++) row[k]! /= scale;
    for (const other of work) {
      if (other === row) continue;
      const factor = other[pivot]!;
      for (let k = pivot; k <= size; k++) other[k]! -= factor * row[k]!;
    }
  }
  return work.map((row) => row[size]!);
}

/** Place of a value, and the least and the most that it may be. */
type Bound = readonly [at: number, least: number, most: number];

/**
 * A least-squares solution whose values stay within bounds: where one would leave them, it stays at its bound, and the
 * others are the best ones with it there. One bound after the other.
 */
export function keptWithin(
  values: readonly number[],
  covariance: readonly (readonly number[])[],
  [bound, ...others]: readonly Bound[],
): readonly number[] {
  if (!bound) return values;
  const [at, least, most] = bound;
  const beyond = Math.min(most, Math.max(least, values[at]!)) - values[at]!;
  if (beyond === 0) return keptWithin(values, covariance, others);
  const own = covariance[at]!;
  const shares = covariance.map((row) => row[at]! / own[at]!);
  return keptWithin(
    values.map((one, i) => one + shares[i]! * beyond),
    covariance.map((row, i) => row.map((one, k) => one - shares[i]! * own[k]!)),
    others,
  );
}

/**
 * What a fit is wrong by where its prior knowledge is better than it counts with. A prior with more room than is likely
 * gives an odd survey a fit all the same; a smaller error moves it by less (the covariance of an estimator whose gain is
 * another's: Joseph's form).
 */
export function likelyCovariance(
  covariance: readonly (readonly number[])[],
  priors: readonly { readonly sigma: number; readonly likely: number }[],
): number[][] {
  return covariance.map((row, i) =>
    row.map((own, k) =>
      priors.reduce((left, { sigma, likely }, at) => {
        const less = Math.max(0, sigma ** 2 - likely ** 2) / sigma ** 4;
        return left - less * covariance[i]![at]! * covariance[at]![k]!;
      }, own),
    ),
  );
}
