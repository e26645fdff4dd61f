// Readings of a counter that are none: a control system writes zero, or an old state, where it did not reach the meter.

type Reading = { readonly value: number };

/** How many readings may be missing at once before a lower one counts as a counter that started over. */
const MOST_DIPS = 96;

/**
 * The readings without those at which the counter falls and soon jumps back to where it was or above. A counter that
 * started over climbs there by steps.
 */
export function withoutDips<One extends Reading>(
  list: readonly One[],
): {
  readonly kept: readonly One[];
  readonly dip_count: number;
} {
  const kept: One[] = [];
  let dip_count = 0;
  for (let at = 0; at < list.length; at += 1) {
    const before = kept.at(-1);
    const one = list[at]!;
    if (before === undefined || one.value >= before.value) {
      kept.push(one);
      continue;
    }
    const back = returnOf(list, at, before.value);
    if (back === null) kept.push(one);
    else {
      dip_count += back - at;
      at = back - 1;
    }
  }
  return { kept, dip_count };
}

/** Where the counter jumps back by at least half of its fall; null where it does not, or not soon. */
function returnOf(list: readonly Reading[], from: number, level: number): number | null {
  for (let at = from + 1; at < list.length && at - from <= MOST_DIPS; at += 1) {
    if (list[at]!.value < level) continue;
    const jump = list[at]!.value - list[at - 1]!.value;
    return jump >= (level - list[from]!.value) / 2 ? at : null;
  }
  return null;
}
