// Readings of a counter that are none: a control system writes zero, or an old state, where it did not reach the meter.

/** `at` in milliseconds. */
type Reading = { readonly at: number; readonly value: number };

/** How many readings may be missing at once before a lower one counts as a counter that started over. */
const MOST_DIPS = 96;

/** Where more of the readings, or a reading of so many of the days, seem to be none, the counter begins again. */
const [FEW, MOST_DAYS] = [0.02, 0.8];
/** Days from which on that can be said. */
const LEAST_DAYS = 3;
const DAY_MS = 86_400_000;

/**
 * The readings without those at which the counter falls and soon jumps back to where it was or above. A counter that
 * started over climbs there by steps: also where it does so each day, and is read two or three times a day.
 */
export function withoutDips<One extends Reading>(
  list: readonly One[],
): {
  readonly kept: readonly One[];
  readonly dip_count: number;
} {
  const kept: One[] = [];
  let dip_count = 0;
  const steps = stepsOf(list);
  const days = new Set<number>();
  for (let at = 0; at < list.length; at += 1) {
    const before = kept.at(-1);
    const one = list[at]!;
    if (before === undefined || one.value >= before.value) {
      kept.push(one);
      continue;
    }
    const back = returnOf(list, at, before.value, steps);
    if (back === null) kept.push(one);
    else {
      days.add(Math.floor(one.at / DAY_MS));
      dip_count += back - at;
      at = back - 1;
    }
  }
  const all = new Set(list.map(({ at }) => Math.floor(at / DAY_MS))).size;
  const isDaily = days.size >= MOST_DAYS * all || dip_count > FEW * list.length;
  if (all >= LEAST_DAYS && days.size >= LEAST_DAYS && isDaily)
    return { kept: [...list], dip_count: 0 };
  return { kept, dip_count };
}

/** By how much the counter climbs, the smallest first. */
function stepsOf(list: readonly Reading[]): Float64Array {
  const steps = list.map(({ value }, at) => value - (list[at - 1]?.value ?? value));
  return Float64Array.from(steps.filter((step) => step > 0)).toSorted();
}

/** True for a step as the counter often has: at least three, and a quarter of all, are half as large or larger. */
function isUsual(step: number, steps: Float64Array): boolean {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (steps[middle]! < step / 2) from = middle + 1;
    else to = middle;
  }
  const large = steps.length - from;
  return large >= 3 && large >= steps.length / 4;
}

/** Where the counter jumps back by at least half of its fall; null where it does not, or not soon. */
function returnOf(
  list: readonly Reading[],
  from: number,
  level: number,
  steps: Float64Array,
): number | null {
  const start = list[from]!.value;
  const isNearZero = start <= level / 2;
  for (let at = from + 1; at < list.length && at - from <= MOST_DIPS; at += 1) {
    if (list[at]!.value < level) continue;
    const jump = list[at]!.value - list[at - 1]!.value;
    // A counter that began again climbs by the steps that it has on other days.
    if (isNearZero && isUsual(jump, steps)) return null;
    return jump >= (level - start) / 2 ? at : null;
  }
  return null;
}
