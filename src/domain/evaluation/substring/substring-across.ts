// Substrings that do not lie along the long side of a module, as of shingled modules: thirds along it that are warm.
//
// A third at the end may be shaded as well, and then the others look warm. So each third is compared with the modules
// around: of a bypass some are warmer than those, and one is as warm.
import { percentile } from "../../median.ts";

export type Third = {
  readonly median: number;
  /** What 70 % of its pixels reach at least: a cell does not make its third warm. */
  readonly low: number;
};

const THIRDS = 3;
const LEAST_PIXELS = 6;
const LOW = 0.3;
/** Of the excess of a warm third, what 70 % of its pixels have: soil and cells thin out. */
const EVEN = 0.75;
/** Of the limit for a warm substring, what the third that works may differ from the modules around. */
const ALIKE = 0.5;

/** Of the parts along the module; null where the pixels are too coarse. */
export function thirdsOf(along: ArrayLike<number>, values: ArrayLike<number>): Third[] | null {
  const parts = Array.from({ length: THIRDS }, (): number[] => []);
  for (let at = 0; at < values.length; at++)
    parts[Math.min(THIRDS - 1, Math.max(0, Math.floor(along[at]! * THIRDS)))]!.push(values[at]!);
  if (parts.some(({ length }) => length < LEAST_PIXELS)) return null;
  return parts.map((part) => {
    const sorted = Float64Array.from(part).toSorted();
    return { median: percentile(sorted, 0.5), low: percentile(sorted, LOW) };
  });
}

/** K of each part over its module that all modules have in common: their upper ends are warmer, where the air rises. */
export function commonThirds(
  all: readonly (readonly [thirds: readonly Third[] | null, median: number])[],
): number[] {
  return Array.from({ length: THIRDS }, (_, part) => {
    const over = all.flatMap(([thirds, median]) => (thirds ? [thirds[part]!.median - median] : []));
    return over.length === 0 ? 0 : percentile(Float64Array.from(over).toSorted(), 0.5);
  });
}

export const overCommon = (thirds: readonly Third[], common: readonly number[]): Third[] =>
  thirds.map(({ median, low }, part) => ({
    median: median - common[part]!,
    low: low - common[part]!,
  }));

export type AcrossBypass = {
  readonly warm_substrings: 1 | 2;
  /** K of the warmest third over the modules around. */
  readonly over_k: number;
};

/**
 * Null where no third is bypassed.
 * @param normal temperature of the modules around
 * @param warm_k K over them from which a substring is warm
 */
export function acrossBypass(
  thirds: readonly Third[] | null,
  normal: number,
  warm_k: number,
): AcrossBypass | null {
  if (!thirds || Number.isNaN(normal)) return null;
  const warm = thirds.filter(
    ({ median, low }) => median - normal >= warm_k && low - normal >= EVEN * (median - normal),
  );
  const others = thirds.filter((one) => !warm.includes(one));
  if (warm.length !== 1 && warm.length !== 2) return null;
  if (!others.every(({ median }) => Math.abs(median - normal) <= ALIKE * warm_k)) return null;
  const over_k = Math.max(...warm.map(({ median }) => median - normal));
  return { warm_substrings: warm.length, over_k };
}
