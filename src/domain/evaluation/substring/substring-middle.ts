// How warm a bypassed substring is: by the pixels of its middle, and by what of its warmth these see.
import { medianOf } from "../../median.ts";
import type { Place } from "../module/edge-pattern.ts";
import {
  isInHalf,
  shareOfHalf,
  shareOfStrip,
  stripOf,
  SUBSTRINGS,
  type WarmHalf,
} from "./half-substring.ts";

/** Part across a substring that hardly sees the next one. */
export const MIDDLE = 0.25;

/** A strip that is warm, in all of the module or in one half. */
type WarmPart = { readonly strip: number; readonly half: WarmHalf | null };

/** Less is not restored: then the pixels are too coarse. Our limit. */
const LEAST_SHARE = 0.5;

type WarmModule = {
  readonly places: readonly Place[];
  readonly values: ArrayLike<number>;
  /** By strip; none where only a half is warm. */
  readonly warm: readonly boolean[];
  /** Of the blur, as parts of the module along and across. */
  readonly spreads: readonly [along: number, across: number];
  /** The usual temperature of what is not warm. */
  readonly base: number;
};

/**
 * Temperature of a warm part, without what blur and pixels mix in from what is beside it: with pixels of 9 cm and a blur of
 * 1 pixel the middle of a substring shows nine tenths of its excess.
 * @param least_pixels of the middle; with fewer all pixels of the part are used
 */
export function warmPartOf(
  { places, values, warm, spreads, base }: WarmModule,
  { strip, half }: WarmPart,
  least_pixels: number,
): number {
  const own = [...places.keys()].filter(
    (at) => stripOf(places[at]![1]) === strip && (half === null || isInHalf(places[at]!, half)),
  );
  const middle = own.filter((at) => Math.abs(places[at]![1] * SUBSTRINGS - strip - 0.5) <= MIDDLE);
  const used = middle.length >= least_pixels ? middle : own;
  const shareAt = (place: Place) =>
    half
      ? shareOfHalf(place, half, spreads)
      : warm.reduce(
          (sum, isWarm, one) => (isWarm ? sum + shareOfStrip(place[1], one, spreads[1]) : sum),
          0,
        );
  const share = medianOf(used.map((at) => shareAt(places[at]!)));
  return base + (medianOf(used.map((at) => values[at]!)) - base) / Math.max(LEAST_SHARE, share);
}
