// Which modules count as a reference for their neighbours.
import type { MeasuredModule } from "../module/module-pattern.ts";

/**
 * A bypassed module is no reference for its neighbours, because its median includes the warm substring. Where nearly
 * all modules have one, they count with their median.
 * @param count of the components
 * @returns °C by row; NaN for a module that is no reference
 */
export function referenceMedians(measured: readonly MeasuredModule[], count: number): Float64Array {
  const medians = new Float64Array(count).fill(NaN);
  let others = 0;
  for (const { row, median, pattern } of measured) {
    if (pattern.warm_substrings > 0) continue;
    medians[row] = median;
    if (!Number.isNaN(median)) others += 1;
  }
  if (others * 2 >= measured.length) return medians;
  for (const { row, median } of measured) medians[row] = median;
  return medians;
}
