// Medians and percentiles. None of these functions changes the order of its caller's values, unless its name says so.

/** The mean of the two middle values of an even count, as NumPy has it; NaN without values. */
export function medianOf(values: ArrayLike<number>): number {
  return percentileReordering(new Float64Array(values), 0.5);
}

/** A value that is there: of an even count the lower one of the two in the middle; NaN without values. */
export function lowerMedianOf(values: ArrayLike<number>): number {
  return valueAtPlace(values, (values.length - 1) >> 1);
}

/** A value that is there: of an even count the upper one of the two in the middle; NaN without values. */
export function upperMedianOf(values: ArrayLike<number>): number {
  return valueAtPlace(values, values.length >> 1);
}

function valueAtPlace(values: ArrayLike<number>, place: number): number {
  return values.length === 0 ? NaN : selectPlace(new Float64Array(values), place);
}

/** Percentile of ascending values, `share` from 0 to 1; NaN without values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return NaN;
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const [from, to] = [sorted[low]!, sorted[Math.min(low + 1, sorted.length - 1)]!];
  return from + (to - from) * (at - low);
}

/** As percentile, of values in any order, which it reorders: without a copy, for the pixels of a component. */
export function percentileReordering(values: Float64Array, share: number): number {
  if (values.length === 0) return NaN;
  const at = share * (values.length - 1);
  const low = Math.floor(at);
  const from = selectPlace(values, low);
  if (at === low) return from;
  // What lies behind the place is not smaller: the next one is the least of it.
  let to = Infinity;
  for (let k = low + 1; k < values.length; k++) to = Math.min(to, values[k]!);
  return from + (to - from) * (at - low);
}

/** Hoare's selection: the value that stands at `place` in ascending order; smaller ones before it, greater ones behind. */
function selectPlace(values: Float64Array, place: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const middle = values[(left + right) >> 1]!;
    let [i, j] = [left, right];
    while (i <= j) {
      while (values[i]! < middle) i += 1;
      while (values[j]! > middle) j -= 1;
      if (i > j) break;
      const swapped = values[i]!;
      values[i] = values[j]!;
      values[j] = swapped;
      i += 1;
      j -= 1;
    }
    if (place <= j) right = j;
    else if (place >= i) left = i;
    else break;
  }
  return values[place]!;
}
