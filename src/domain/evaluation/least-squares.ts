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
