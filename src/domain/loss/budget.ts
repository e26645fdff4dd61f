// Chooses the repairs that bring the most under a budget of crew hours and spare parts.

export type Budget = { readonly crew_hours: number; readonly spare_parts: number };

export type Choice = {
  /** Crew hours, more than 0. */
  readonly hours: number;
  /** Spare parts, a whole number from 0. */
  readonly parts: number;
  /** What the repair brings a year; not below 0. */
  readonly value: number;
};

/** Exact up to so many combinations of counts. */
const MOST_COMBINATIONS = 4_000_000;

type Kind = {
  readonly hours: number;
  readonly parts: number;
  /** Indexes of the repairs, best first. */
  readonly order: readonly number[];
  /** What the first so many bring together. */
  readonly sums: Float64Array;
};

/**
 * Indexes of the chosen repairs.
 *
 * Of repairs that take the same, the best come first, so a choice is one count for each kind. All combinations of
 * counts are tried but for the kind with the most repairs, which fills what is left: that is exact. A plant has two or
 * three kinds. Above `MOST_COMBINATIONS` only the counts near the best linear mix are tried.
 */
export function bestRepairs(choices: readonly Choice[], budget: Budget): number[] {
  const kinds = kindsOf(choices).toSorted((a, b) => a.order.length - b.order.length);
  const last = kinds.pop();
  if (!last) return [];
  const most = kinds.map((kind) => fitting(kind, budget));
  const combinations = most.reduce((product, one) => product * (one + 1), 1);
  const ranges =
    combinations <= MOST_COMBINATIONS
      ? most.map((one) => [0, one] as const)
      : nearLinear(kinds, last, most, budget);
  let best = { value: -1, counts: [] as number[] };
  const counts = kinds.map(() => 0);
  const visit = (at: number, left: Budget, value: number) => {
    const kind = kinds[at];
    if (!kind) {
      const filled = fitting(last, left);
      const sum = value + last.sums[filled]!;
      if (sum > best.value) best = { value: sum, counts: [...counts, filled] };
      return;
    }
    const [from, to] = ranges[at]!;
    for (let count = from; count <= Math.min(to, fitting(kind, left)); count++) {
      counts[at] = count;
      visit(at + 1, taken(left, kind, count), value + kind.sums[count]!);
    }
  };
  visit(0, budget, 0);
  return [...kinds, last].flatMap(({ order }, at) => order.slice(0, best.counts[at] ?? 0));
}

function kindsOf(choices: readonly Choice[]): Kind[] {
  const indexes = choices.map((_, index) => index);
  const byKind = Map.groupBy(indexes, (index) => {
    const { hours, parts } = choices[index]!;
    return `${hours} ${parts}`;
  });
  return [...byKind.values()].map((all) => {
    const order = all.toSorted((a, b) => choices[b]!.value - choices[a]!.value || a - b);
    const sums = new Float64Array(order.length + 1);
    for (const [i, index] of order.entries()) sums[i + 1] = sums[i]! + choices[index]!.value;
    const { hours, parts } = choices[order[0]!]!;
    return { hours, parts, order, sums };
  });
}

/** Hours are divided with room for the rounding of sums. */
const ROOM = 1e-9;

function fitting({ hours, parts, order }: Kind, { crew_hours, spare_parts }: Budget): number {
  const byHours = Math.floor(Math.max(0, crew_hours) / hours + ROOM);
  const byParts = parts > 0 ? Math.floor(Math.max(0, spare_parts) / parts) : Infinity;
  return Math.min(order.length, byHours, byParts);
}

function taken({ crew_hours, spare_parts }: Budget, { hours, parts }: Kind, count: number): Budget {
  return { crew_hours: crew_hours - count * hours, spare_parts: spare_parts - count * parts };
}

/** Counts around those of a greedy choice by value per hour, as many as may be tried. */
function nearLinear(
  kinds: readonly Kind[],
  last: Kind,
  most: readonly number[],
  budget: Budget,
): (readonly [number, number])[] {
  const all = [...kinds, last];
  const counts = all.map(() => 0);
  let left = budget;
  for (;;) {
    let best = -1;
    let rate = 0;
    for (const [at, kind] of all.entries()) {
      const count = counts[at]!;
      if (count >= kind.order.length || fitting(kind, left) < 1) continue;
      const one = (kind.sums[count + 1]! - kind.sums[count]!) / kind.hours;
      if (one > rate) [best, rate] = [at, one];
    }
    if (best < 0) break;
    counts[best]! += 1;
    left = taken(left, all[best]!, 1);
  }
  const reach = Math.floor(MOST_COMBINATIONS ** (1 / kinds.length) / 2) - 1;
  return kinds.map(
    (_, at) =>
      [Math.max(0, counts[at]! - reach), Math.min(most[at]!, counts[at]! + reach)] as const,
  );
}
