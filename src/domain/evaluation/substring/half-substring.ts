// Half a substring of a half-cell module: its two halves along the module are in parallel, and one of them may be open.
//
// The bypass diode belongs to both halves, so the fault is one of the substring. Each half of the module is judged by
// itself: a shadow or soil along its end lies on all three substrings.
import { medianOf, percentile } from "../../median.ts";
import type { Place } from "../module/edge-pattern.ts";
import { below } from "../spot/spot-patch.ts";

/** Substrings of a module; each is a strip along its long side, of full and of half cells. */
export const SUBSTRINGS = 3;
const LEAST_PIXELS = 6;
/** Of its excess, what 70 % of its pixels have at least: cells thin out. */
const EVEN = 0.6;
const LOW = 0.3;
/** Of the excess, what the mean has at least: blur takes some at the sides. */
const MEAN_SHARE = 0.5;
/** Of the excess of the warm one, what the other two may differ by, and what its other half may have. */
const ALIKE = 0.5;

export type WarmHalf = {
  /** Numbers of the substrings across the module, one or two, and of their half along it. */
  readonly strips: readonly number[];
  readonly end: 0 | 1;
  /** Of their pixels. */
  readonly median: number;
  /** K over the coolest one beside them, as measured. */
  readonly over_k: number;
};

export const isInHalf = (
  [u, v]: Place,
  { strips, end }: Pick<WarmHalf, "strips" | "end">,
): boolean => endOf(u) === end && strips.includes(stripOf(v));

const endOf = (u: number): 0 | 1 => (u < 0.5 ? 0 : 1);
/** Number of the substring across the module at a part of its width. */
export const stripOf = (v: number) =>
  Math.min(SUBSTRINGS - 1, Math.max(0, Math.floor(v * SUBSTRINGS)));

/**
 * The half substring that is warm as a whole, or two beside each other in the same half of the module; null where there is
 * none, and where both halves have one.
 * @param warm_k K as measured
 */
export function warmHalf(
  places: readonly Place[],
  values: ArrayLike<number>,
  warm_k: number,
): WarmHalf | null {
  if (!mayBeWarm(places, values, warm_k)) return null;
  const parts = partsOf(places, values);
  if (!parts) return null;
  const medians = parts.map((part) => medianOf(part));
  const found = ([0, 1] as const).flatMap((end): WarmHalf[] => {
    const beside = medians.slice(end * SUBSTRINGS, (end + 1) * SUBSTRINGS);
    const across = medians.slice((1 - end) * SUBSTRINGS, (2 - end) * SUBSTRINGS);
    const coolest = Math.min(...beside);
    const over_k = Math.max(...beside) - coolest;
    if (!(over_k >= warm_k)) return [];
    const strips = [...beside.keys()].filter((at) => beside[at]! - coolest > ALIKE * over_k);
    // A shadow on half of one substring makes two others look warm: then that one is colder than the other half is.
    if (strips.length > 1 && medianOf(across) - coolest > (ALIKE / 2) * over_k) return [];
    const others = Math.min(...across);
    if (strips.some((at) => across[at]! - others > ALIKE * over_k)) return [];
    const isEven = strips.every((at) => {
      const own = Float64Array.from(parts[end * SUBSTRINGS + at]!).toSorted();
      return percentile(own, LOW) - coolest >= EVEN * over_k;
    });
    const median = medianOf(strips.map((at) => beside[at]!));
    return isEven ? [{ strips, end, median, over_k }] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

/** By the means, which are fast: in few modules one part is warm. */
function mayBeWarm(places: readonly Place[], values: ArrayLike<number>, warm_k: number): boolean {
  const [sums, counts] = [new Float64Array(2 * SUBSTRINGS), new Float64Array(2 * SUBSTRINGS)];
  for (let at = 0; at < places.length; at++) {
    const [u, v] = places[at]!;
    const part = endOf(u) * SUBSTRINGS + stripOf(v);
    sums[part]! += values[at]!;
    counts[part]! += 1;
  }
  const means = sums.map((sum, part) => sum / counts[part]!);
  return [0, 1].some((end) => {
    const beside = means.subarray(end * SUBSTRINGS, (end + 1) * SUBSTRINGS);
    return Math.max(...beside) - Math.min(...beside) >= MEAN_SHARE * warm_k;
  });
}

/**
 * True where both halves of the module show the same substrings warm: a shadow on half of one makes the others of that
 * half look warm.
 */
export function isAlongAll(
  places: readonly Place[],
  values: ArrayLike<number>,
  warm: readonly boolean[],
): boolean {
  const parts = partsOf(places, values);
  if (!parts) return true;
  const excess = [0, 1].map((end) => {
    const medians = parts.slice(end * SUBSTRINGS, (end + 1) * SUBSTRINGS).map(medianOf);
    const of = (isWarm: boolean) => medians.filter((_, strip) => warm[strip] === isWarm);
    return Math.min(...of(true)) - Math.max(...of(false));
  });
  return Math.min(...excess) >= ALIKE * Math.max(...excess);
}

/** Of the halves by their substrings: those of the one end first; null where one has too few pixels. */
function partsOf(places: readonly Place[], values: ArrayLike<number>): number[][] | null {
  const parts = Array.from({ length: 2 * SUBSTRINGS }, (): number[] => []);
  for (const [at, [u, v]] of places.entries())
    parts[endOf(u) * SUBSTRINGS + stripOf(v)]!.push(values[at]!);
  return parts.some(({ length }) => length < LEAST_PIXELS) ? null : parts;
}

/** Share of the warmth of a half that a place sees. @param spreads of the blur, as parts of the module along and across */
export function shareOfHalf(
  [u, v]: Place,
  { strips, end }: Pick<WarmHalf, "strips" | "end">,
  [along, across]: readonly [number, number],
): number {
  const inside = below((end === 0 ? 0.5 - u : u - 0.5) / along);
  return strips.reduce((sum, strip) => sum + inside * shareOfStrip(v, strip, across), 0);
}

/** Share of the warmth of a substring that a place sees. @param spread of the blur, as a part of the module across */
export function shareOfStrip(v: number, strip: number, spread: number): number {
  const [from, to] = [strip / SUBSTRINGS, (strip + 1) / SUBSTRINGS];
  // Beyond the module there is no other substring.
  const left = strip === 0 ? 1 : below((v - from) / spread);
  const right = strip === SUBSTRINGS - 1 ? 0 : below((v - to) / spread);
  return left - right;
}
